import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The commands under "See a block", and the answer that the README promises. */
export interface ReadmeCommands {
  /** Logs in and makes the policy. */
  readonly prepare: string
  /** Sends the prompt through the proxy. */
  readonly prompt: string
  /** Reads the record. */
  readonly record: string
  readonly answer: unknown
}

export function readmeCommands(folder: string, values: { proxy: URL; api: URL; password: string }): ReadmeCommands {
  const section = /^## See a block\n([\s\S]*?)^## /m.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1] ?? ''
  const blocks = (language: string) =>
    [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) =>
      block
        .replace('the password that npm start printed', values.password)
        .replaceAll('127.0.0.1:8443', values.api.host)
        .replaceAll('127.0.0.1:8080', values.proxy.host),
    )
  const [commands = '', record = ''] = blocks('sh')
  const [prepare = '', prompt = ''] = commands.split(/^(?=curl -x )/m)
  return { prepare, prompt, record, answer: JSON.parse(blocks('json')[0] ?? '') }
}

/** One shell runs them in a row, as a reader does, but for a policy's way to the proxy and a record's to the API: a second each. */
export function asScript({ prepare, prompt, record }: ReadmeCommands): string {
  return `
    unset http_proxy https_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
    until_printed() {
      local step=$1 expected=$2
      for attempt in 1 2 3 4 5 6 7 8 9 10; do
        $step > $step.out
        grep -q "$expected" $step.out && break
        sleep 0.2
      done
    }
    prompt() { ${prompt}
    }
    record() { ${record}
    }
    { ${prepare}
    } > prepare.out
    until_printed prompt policy_violation
    until_printed record '"enforced_action":"block"'
  `
}
