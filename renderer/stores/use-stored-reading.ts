import { useEffect, useState } from 'react';
import { followStored } from './stored-news.ts';

/** A `reading`: another number each time that what assemblies read has changed and settled. */
export function useStoredReading(): number {
  const [reading, setReading] = useState(0);
  useEffect(() => followStored(() => setReading(number => number + 1)).stop, []);
  return reading;
}
