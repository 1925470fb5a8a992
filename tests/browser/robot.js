// Plays as somebody would who clicks anywhere: on a ringed spot or a line, then on what confirms it.
async (seconds) => {
  const wait = (milliseconds) => new Promise((then) => setTimeout(then, milliseconds));
  const begun = performance.now();
  const waits = []; // milliseconds for which others played
  let steps = 0, slowest = 0, since = 0;
  pause = 0;
  while (!state.over && performance.now() - begun < 1000 * seconds) {
    if (!state.acts) {
      since ||= performance.now();
      await wait(20);
      continue;
    }
    if (since) waits.push(performance.now() - since);
    since = 0;
    const before = performance.now();
    const confirms = document.querySelector("#move button.main[data-key]");
    const lines = [...document.querySelectorAll("#choice button[data-line]")];
    const every = [...lines, ...document.querySelectorAll("#table .spot.lit")];
    const one = confirms ?? every[Math.floor(Math.random() * every.length)];
    if (!one) send("key", { key: "tab" });
    else if (one.matches(".spot")) send("click", { at: place_of(one), key: "mouse" });
    else one.click();
    await line;
    await wait(5);
    slowest = Math.max(slowest, performance.now() - before);
    steps += 1;
  }
  return { over: state.over, steps, slowest, waits, seconds: (performance.now() - begun) / 1000 };
}
