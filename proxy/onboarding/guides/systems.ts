import { type Guide, say, type } from './guide.ts'

const FIREFOX_ROOTS = say('Firefox goes by its own list of authorities unless it is told otherwise: see its page.')

/** Operating systems and browsers: what they trust and use, most programs trust and use. */
export const SYSTEMS: readonly Guide[] = [
  {
    id: 'windows',
    title: 'Windows',
    steps: ({ url, direct }) => [
      say(
        'All at once: download the registry file, look at it, and open it as an administrator. Group policies can distribute it.',
      ),
      type(`${url}/weir.reg`),
      say('Or step by step. In a terminal of an administrator, in the folder of weir-ca.der:'),
      type('certutil -addstore -f Root weir-ca.der'),
      say('Settings, Network & internet, Proxy, Use setup script:'),
      type(`${url}/proxy.pac`),
      say('For programs of the command line, which read variables. Open a new terminal afterwards.'),
      type(`setx HTTPS_PROXY ${url}\nsetx NO_PROXY ${direct}\nsetx NODE_USE_ENV_PROXY 1\nsetx NODE_USE_SYSTEM_CA 1`),
    ],
  },
  {
    id: 'macos',
    title: 'macOS',
    steps: ({ url, direct }) => [
      say(
        'With a device management (MDM): distribute this profile. It holds the CA and the address of the auto-configuration.',
      ),
      type(`${url}/weir.mobileconfig`),
      say('Or by hand:'),
      type('sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain weir-ca.pem'),
      type(`sudo networksetup -setautoproxyurl Wi-Fi ${url}/proxy.pac`),
      say('For programs of the command line, in ~/.zprofile:'),
      type(
        `export HTTPS_PROXY=${url} NO_PROXY=${direct}\nexport NODE_USE_ENV_PROXY=1 NODE_EXTRA_CA_CERTS=$HOME/weir-ca.pem`,
      ),
    ],
  },
  {
    id: 'linux',
    title: 'Linux',
    steps: ({ url, direct }) => [
      say('Debian, Ubuntu:'),
      type('sudo cp weir-ca.pem /usr/local/share/ca-certificates/weir-ca.crt && sudo update-ca-certificates'),
      say('Fedora, RHEL:'),
      type('sudo cp weir-ca.pem /etc/pki/ca-trust/source/anchors/ && sudo update-ca-trust'),
      say('GNOME and the browsers that go by it:'),
      type(
        `gsettings set org.gnome.system.proxy mode auto\ngsettings set org.gnome.system.proxy autoconfig-url ${url}/proxy.pac`,
      ),
      say('Chrome and Chromium have a list of their own on Linux (package libnss3-tools):'),
      type('certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n Weir -i weir-ca.pem'),
      say('For programs, in ~/.profile:'),
      type(`export HTTPS_PROXY=${url} NO_PROXY=${direct}`),
    ],
  },
  {
    id: 'ios',
    title: 'iPhone and iPad',
    steps: ({ url }) => [
      say('Open this address in Safari, and install the profile in Settings, General, VPN & Device Management:'),
      type(`${url}/weir-ca.mobileconfig`),
      say('Switch full trust on: Settings, General, About, Certificate Trust Settings.'),
      say('Settings, Wi-Fi, the (i) of the network, Configure Proxy, Automatic:'),
      type(`${url}/proxy.pac`),
      say('Supervised devices take the profile for device managements, which holds the proxy as well:'),
      type(`${url}/weir.mobileconfig`),
      say('Apps that pin their certificate cannot be decrypted. The inventory of Weir shows them.'),
    ],
  },
  {
    id: 'android',
    title: 'Android',
    steps: ({ url }) => [
      say(
        'Download the certificate, then Settings, Security, More security settings, Encryption & credentials, Install a certificate, CA certificate:',
      ),
      type(`${url}/ca.der`),
      say('Settings, Network & internet, Internet, the network, Advanced options, Proxy, Proxy Auto-Config:'),
      type(`${url}/proxy.pac`),
      say(
        'Chrome trusts it then. Since Android 7, other apps trust it only if their makers allow it: most apps of AI services do not, and their web pages do.',
      ),
    ],
  },
  {
    id: 'firefox',
    title: 'Firefox',
    steps: ({ url }) => [
      say('Windows and macOS: let it trust what the system trusts. In about:config:'),
      type('security.enterprise_roots.enabled = true'),
      say(
        'Linux: Settings, Privacy & Security, View Certificates, Authorities, Import weir-ca.pem, Trust this CA to identify websites.',
      ),
      say('Settings, General, Network Settings, Automatic proxy configuration URL:'),
      type(`${url}/proxy.pac`),
      say('For many devices, in policies.json:'),
      type(
        JSON.stringify(
          {
            policies: {
              Certificates: { ImportEnterpriseRoots: true, Install: ['weir-ca.pem'] },
              Proxy: { Mode: 'autoConfig', AutoConfigURL: `${url}/proxy.pac` },
            },
          },
          undefined,
          2,
        ),
      ),
    ],
  },
  {
    id: 'chrome',
    title: 'Chrome and Edge',
    steps: () => [
      say(
        'They trust and use what Windows and macOS trust and use: see there. On Linux Chrome has a list of its own: see the page of Linux.',
      ),
      say(
        'They try QUIC for servers that offer it, which passes no proxy. Forbid it in your network (UDP 443) or by the policy QuicAllowed.',
      ),
      FIREFOX_ROOTS,
    ],
  },
]
