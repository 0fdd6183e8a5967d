import { useEffect, useState } from 'react';

const everyMs = 30_000;

/** The time, taken anew every half minute, for what says how long ago something was. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
