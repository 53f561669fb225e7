import { useEffect, useState } from 'react';

/** Whether a menu that has just been made may open: it is placed by a button that it has to know before. */
export function usePlaced(): boolean {
  const [placed, setPlaced] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPlaced(true));
    return () => clearTimeout(timer);
  }, []);
  return placed;
}
