import { useContext } from 'react'
import { currentLanguage, LANGUAGES, type Language, t } from '../i18n/language.ts'
import { LanguageContext } from '../i18n/language-context.ts'

const NAMES: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' }

export function LanguageChoice() {
  const choose = useContext(LanguageContext)
  return (
    <fieldset className="row small">
      <legend className="visually-hidden">{t('me.language')}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          className="button quiet"
          lang={language}
          aria-pressed={currentLanguage() === language}
          onClick={() => choose(language)}
        >
          {NAMES[language]}
        </button>
      ))}
    </fieldset>
  )
}
