import { isObject, type JsonObject } from '../json-value.ts'

/** Names of members that hold what somebody says to a model, or what a model is given, without marks and in lower case. */
const PROMPTS: ReadonlySet<string> = new Set(
  (
    'prompt prompts userprompt userprompts prompttext promptcontent promptjson promptbody promptprefix promptsuffix ' +
    'rawprompt fullprompt originalprompt systemprompt systeminstruction systeminstructions instructions ' +
    'input inputs userinput inputtext inputmessages query userquery querystr querystring querytext searchquery question userquestion ' +
    'message messages usermessage usermessages usertext chatmessage chatmessages chathistory conversationhistory ' +
    'messagesjson messagecontent messagetext messagebody lastmessage transcript ' +
    'promptids prompttokenids tokenids inputids toolinput toolinputs toolarguments toolparameters toolresult tooloutput selectedtext selectedcode clipboard'
  ).split(' '),
)
/** What a message of a conversation is made of. */
const CONTENTS: ReadonlySet<string> = new Set(['content', 'contents', 'text', 'parts', 'body'])
const SPEAKERS = ['role', 'author', 'sender', 'speaker'] as const
/** What stands behind a name that says what it is: `gen_ai.prompt.0.content`. */
const REST: ReadonlySet<string> = new Set(['content', 'contents', 'value', 'text', 'json', 'messages', 'body'])
/** What an object has that is a line of a log: its message is not a person's. */
const OF_LOGS: ReadonlySet<string> = new Set(
  (
    'level severity loglevel levelname severitytext logger stack stacktrace exception errno filename lineno ' +
    'errortype errorcode errorname statuscode ddsource'
  ).split(' '),
)

/** The same, as the name of an object or list. */
const LOGS: ReadonlySet<string> = new Set(
  'error errors err exception exceptions cause logentry logs breadcrumbs'.split(' '),
)

/**
 * Whether a member holds a prompt, by its name and by what stands beside it.
 * @param around what the object is called that it is a member of
 */
export function holdsPrompt(name: string, owner: JsonObject | undefined, around: string): boolean {
  const own = plain(name)
  if (own === 'message')
    return owner === undefined || isObject(owner[name]) || !(isLog(owner) || LOGS.has(plain(around)))
  if (PROMPTS.has(own)) return true
  if (owner !== undefined && CONTENTS.has(own)) return SPEAKERS.some((speaker) => speaker in owner)
  return isDotted(name)
}

/** Attributes of OpenTelemetry have dots: `gen_ai.prompt.0.content`, `codex.user_prompt`, but not `prompt.id`. */
function isDotted(name: string): boolean {
  if (!name.includes('.')) return false
  const names = name.split('.').map(plain)
  const last = names.findLast((one) => !/^\d*$/.test(one)) ?? ''
  return PROMPTS.has(last) || (REST.has(last) && names.some((one) => PROMPTS.has(one)))
}

/** Each item of a list asks about the object that the list is a member of. */
const known = new WeakMap<JsonObject, boolean>()

function isLog(owner: JsonObject): boolean {
  const answer = known.get(owner) ?? Object.keys(owner).some((name) => OF_LOGS.has(plain(name)))
  known.set(owner, answer)
  return answer
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}
