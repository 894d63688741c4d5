import { describeSettings } from '../config/settings.ts'
import type { Command } from './command.ts'

/** Wrong values are said, as at start, rather than shown as if they worked: the settings are loaded before. */
export const showSettings: Command = {
  name: 'config',
  summary: 'Prints every setting with its value or default; secrets are masked.',
  options: [],
  needsDatabase: false,
  run({ env, cwd }) {
    const settings = describeSettings(env, cwd)
    const lines = settings.map(({ variable, value, isDefault, meaning }) => {
      const shown = `${variable}=${value ?? ''}`
      return `${shown.padEnd(56)} ${isDefault ? 'default' : 'set'}: ${meaning}\n`
    })
    return {
      text: lines.join(''),
      json: settings.map(({ variable, value, isDefault, accepts, meaning }) => ({
        variable,
        value: value ?? null,
        is_default: isDefault,
        accepts,
        meaning,
      })),
    }
  },
}
