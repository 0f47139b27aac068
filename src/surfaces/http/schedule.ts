/** Calls back once after so many milliseconds, unless the returned function is called before. */
export type Schedule = (callback: () => void, milliseconds: number) => () => void;

export const scheduleByTimer: Schedule = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};
