import { useEffect, useState } from 'react';

/** Whether what is waited for has happened since this was mounted. @param wait the same function each time. */
export function useAfter(wait: () => Promise<void>): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void wait().then(() => isMounted && setAfter(true));
    return () => void (isMounted = false);
  }, [wait]);
  return isAfter;
}
