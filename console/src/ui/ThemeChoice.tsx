import { useState } from 'react'
import { t } from '../i18n/language.ts'
import { chooseTheme, chosenTheme, type Theme } from '../session/preferences.ts'
import { Select } from './Field.tsx'

const THEMES: readonly Theme[] = ['system', 'light', 'dark']

export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <Select
      label={t('me.theme')}
      value={theme}
      options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
      onChange={(value) => {
        chooseTheme(value)
        setTheme(value)
      }}
    />
  )
}
