// @ts-check
// A moment as the clock on the reader's wall shows it, for the table and the pages around it.

const DAY = 86_400;

/** `14:00`, `tomorrow 14:00`, `Tue 14:00`, `24 Nov 14:00`; all in seconds since 1970. @param {number} moment @param {number} now @param {string} tomorrow */
export function wallTime(moment, now, tomorrow) {
  const then = new Date(moment * 1000), today = new Date(now * 1000);
  const hour = then.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  if (then.toDateString() === today.toDateString()) return hour;
  const next = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
  if (then.toDateString() === next.toDateString()) return `${tomorrow} ${hour}`;
  const soon = moment - now < 6 * DAY;
  return `${then.toLocaleDateString("en-GB", soon ? { weekday: "short" } : { day: "numeric", month: "short" })} ${hour}`;
}
