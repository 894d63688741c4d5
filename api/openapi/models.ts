import { z } from 'zod'
import * as alert from '../../core/model/alert.ts'
import * as audit from '../../core/model/audit.ts'
import * as classification from '../../core/model/classification.ts'
import * as classify from '../../core/model/classify.ts'
import * as common from '../../core/model/common.ts'
import * as configuration from '../../core/model/configuration.ts'
import * as detector from '../../core/model/detector.ts'
import * as event from '../../core/model/event.ts'
import * as eventData from '../../core/model/event-data.ts'
import * as interaction from '../../core/model/interaction.ts'
import * as inventory from '../../core/model/inventory.ts'
import * as laterClassification from '../../core/model/later-classification.ts'
import * as policy from '../../core/model/policy.ts'
import * as policyVersion from '../../core/model/policy-version.ts'
import * as proxyInstance from '../../core/model/proxy-instance.ts'
import * as proxyToken from '../../core/model/proxy-token.ts'
import * as reference from '../../core/model/reference.ts'
import * as serviceToken from '../../core/model/service-token.ts'
import * as session from '../../core/model/session.ts'
import * as setup from '../../core/model/setup.ts'
import * as sighting from '../../core/model/sighting.ts'
import * as simulation from '../../core/model/simulation.ts'
import * as statistics from '../../core/model/statistics.ts'
import * as tenantSettings from '../../core/model/tenant-settings.ts'
import * as user from '../../core/model/user.ts'
import * as userRequests from '../../core/model/user-requests.ts'
import * as webhook from '../../core/model/webhook.ts'
import { RESOURCES } from '../../core/resources/all.ts'

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  alert,
  audit,
  classification,
  classify,
  common,
  configuration,
  detector,
  event,
  eventData,
  interaction,
  inventory,
  laterClassification,
  policy,
  policyVersion,
  proxyInstance,
  proxyToken,
  reference,
  serviceToken,
  session,
  setup,
  sighting,
  simulation,
  statistics,
  tenantSettings,
  user,
  userRequests,
  webhook,
]

const FROM_MODULES = MODULES.flatMap((module) => Object.entries(module)).flatMap(([name, value]) =>
  value instanceof z.ZodType ? [[name, value] as const] : [],
)

/** Every schema that the model exports or a resource names: its name there is the name of its component in the document. */
export const MODELS: ReadonlyMap<string, z.ZodType> = new Map([
  ...FROM_MODULES,
  ...RESOURCES.flatMap(({ models }) => Object.entries(models)),
])
