import { createContext } from 'react';

/** What tells a field from all others of its label; where nobody says it, what is no JSON yet is lost with the field. */
export const FieldPlace = createContext('');
