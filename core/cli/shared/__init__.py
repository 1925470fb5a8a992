"""What all commands share: errors, options, seats, output."""
