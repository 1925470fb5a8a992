// How a page talks with the table behind it: a server by requests and event streams, or Python in the frame around it.
"use strict";

const channel = (window !== parent && parent.channel) || {
  // The page's own address, and with what follows its path.
  get path() {
    return location.pathname.replace(/\/$/, "");
  },
  get here() {
    return location.pathname + location.search;
  },
  ask: (address, options) => fetch(address, options),
  listen: (address) => new EventSource(address),
  go: (address) => location.assign(address),
  outward: (address) => location.origin + address,
};
