import { useEffect, useState } from 'react';

/** Milliseconds between two looks at the clock: what is shown grows old while one looks. */
const TICK_MS = 15_000;

/** The time, as it goes on while the component is shown. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
