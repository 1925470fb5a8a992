"""What a server among other people needs: proxies in front of it, a log, an address for probes, a test of itself."""
