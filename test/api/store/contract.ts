import type { OptionalTest } from '../../support/optional.ts'
import { testAlerts } from './contract-alerts.ts'
import { testAudit } from './contract-audit.ts'
import { testChanges } from './contract-changes.ts'
import { testClock } from './contract-clock.ts'
import { testConcurrency } from './contract-concurrency.ts'
import { testDeliveries } from './contract-deliveries.ts'
import { testDeliveriesKept } from './contract-deliveries-kept.ts'
import { testDetectors } from './contract-detectors.ts'
import { testDocuments } from './contract-documents.ts'
import { testErasure } from './contract-erasure.ts'
import { testIndexedNames } from './contract-indexed-names.ts'
import { testInteractions } from './contract-interactions.ts'
import { testIsolation } from './contract-isolation.ts'
import { testKeyring } from './contract-keyring.ts'
import { testLarge } from './contract-large.ts'
import { testLegalHolds } from './contract-legal-holds.ts'
import { testNewNames } from './contract-new-names.ts'
import { testOutbox } from './contract-outbox.ts'
import { testPolicies } from './contract-policies.ts'
import { testProxyInstances } from './contract-proxy-instances.ts'
import { testScim } from './contract-scim.ts'
import { testServiceTokens } from './contract-service-tokens.ts'
import { testSightings } from './contract-sightings.ts'
import { testStatistics } from './contract-statistics.ts'
import { testTenants } from './contract-tenants.ts'
import { testUsers } from './contract-users.ts'
import { testWebhooks } from './contract-webhooks.ts'
import { createSuite, type OpenStore } from './suite.ts'

/** What every engine must do alike. Each engine's test file runs it once. */
export function testStoreContract(test: OptionalTest, engine: string, open: OpenStore): void {
  const suite = createSuite(test, engine, open)
  testTenants(suite)
  testUsers(suite)
  testPolicies(suite)
  testDetectors(suite)
  testInteractions(suite)
  testErasure(suite)
  testServiceTokens(suite)
  testDocuments(suite)
  testScim(suite)
  testProxyInstances(suite)
  testLegalHolds(suite)
  testWebhooks(suite)
  testDeliveries(suite)
  testDeliveriesKept(suite)
  testStatistics(suite)
  testSightings(suite)
  testNewNames(suite)
  testIndexedNames(suite)
  testLarge(suite)
  testAlerts(suite)
  testAudit(suite)
  testChanges(suite)
  testClock(suite)
  testKeyring(suite)
  testConcurrency(suite)
  testOutbox(suite)
  testIsolation(suite)
}
