"""Commands of authors and owners: new, check, schema, scenes, box."""
