"""Statistics that know no game: intervals, tests, effect sizes, over tables of block means."""
