"""Many games at once, over several processes: results, ratings of bots, speed."""
