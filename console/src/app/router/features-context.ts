import { createContext, useContext } from 'react';
import type { Feature } from '../feature.ts';

/** The nouns of this build, joined in `features/index.ts`; the shell itself knows none of them. */
export const FeaturesContext = createContext<readonly Feature[]>([]);
export const useFeatures = (): readonly Feature[] => useContext(FeaturesContext);
