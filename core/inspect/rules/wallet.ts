import type { PatternRule } from '../rule.ts'
import { isBase58Check, isBech32 } from '../validators/wallet.ts'

export const WALLET_RULES: readonly PatternRule[] = [
  {
    kind: 'pattern',
    id: 'wallet-bitcoin',
    type: 'CRYPTO_WALLET',
    tier: 2,
    description: 'A Bitcoin address with its checksum (BIP 173, BIP 350).',
    keywords: ['bc1'],
    opens: ['bc1', 'BC1'],
    pattern: '(?:bc1|BC1)[02-9A-Za-z]{11,71}',
    isBounded: true,
    reach: [0, 72],
    validate: isBech32,
    validated: true,
    scores: { plain: 0.95, context: 0.99 },
    examples: {
      match: ['[[bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4]]'],
      reject: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'abc1234567890123'],
    },
  },
  {
    kind: 'pattern',
    id: 'wallet-bitcoin-legacy',
    type: 'CRYPTO_WALLET',
    tier: 2,
    description: 'An old Bitcoin address with its checksum, beside words that name it.',
    keywords: ['bitcoin', 'btc', 'wallet', 'portefeuille', 'crypto'],
    pattern:
      '(?i:bitcoin|btc|wallet|portefeuille|crypto)[^\\n]{0,40}?(?:^|[^0-9A-Za-z])(?<value>[13][1-9A-HJ-NP-Za-km-z]{25,33})',
    reach: [1, 90],
    validate: isBase58Check,
    validated: true,
    scores: { plain: 0.95, context: 0.99 },
    examples: {
      match: ['BTC wallet: [[1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa]]'],
      reject: ['BTC wallet: 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'bitcoin is 1 coin'],
    },
  },
  {
    kind: 'pattern',
    id: 'wallet-ethereum',
    type: 'CRYPTO_WALLET',
    tier: 2,
    description: 'An Ethereum address by its shape.',
    keywords: ['0x'],
    opens: ['0x'],
    run: ['0-9A-Fa-f', 40],
    pattern: '0x[0-9A-Fa-f]{40}',
    isBounded: true,
    reach: [0, 41],
    validate: (value) => new Set(value.slice(2).toLowerCase()).size >= 6,
    scores: { plain: 0.75, context: 0.95 },
    words: {
      for: ['wallet', 'ethereum', 'eth', 'address', 'adresse', 'portefeuille', 'send', 'metamask'],
      against: ['commit', 'hash', 'sha', 'digest', 'checksum'],
    },
    examples: {
      match: ['send to [[0x742d35Cc6634C0532925a3b844Bc9e7595f2bD18]]'],
      reject: [
        '0x0000000000000000000000000000000000000000',
        '0x742d35Cc',
        'commit 0x742d35Cc6634C0532925a3b844Bc9e7595f2bD18',
      ],
    },
  },
]
