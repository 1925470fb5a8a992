"""Text to values and back: YAML, strict reading, options, messages in all languages, data folders."""
