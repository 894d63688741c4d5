import { createContext } from 'react'
import type { Language } from './language.ts'

/** Changes the language of the whole console. */
export const LanguageContext = createContext<(language: Language) => unknown>(() => undefined)
