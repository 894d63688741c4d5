#!/bin/sh
# Says which programs of this device use Weir and trust its certificate authority (CA), and how to mend the others.
# It changes nothing. It asks for https://weir.proxy/check only, which the proxy itself answers: no AI service is asked.
#
#   sh weir-check.sh [--proxy http://proxy:8080] [--fingerprint AA:BB:...]
#
# Without --proxy it takes the proxy of HTTPS_PROXY. With --fingerprint, the SHA-256 that your administrator gave you, it
# makes sure that the CA of this proxy is the right one.
# It ends with 0 if all is well, 1 if something is to be mended, 2 if it cannot check.
set -u

usage() {
  printf 'Usage: sh weir-check.sh [--proxy http://proxy:8080] [--fingerprint AA:BB:...]\n' >&2
  exit 2
}

proxy='' fingerprint=''
while [ $# -gt 0 ]; do
  case $1 in
  --proxy) [ $# -gt 1 ] || usage; proxy=$2; shift 2 ;;
  --fingerprint) [ $# -gt 1 ] || usage; fingerprint=$2; shift 2 ;;
  *) usage ;;
  esac
done

env_proxy=${HTTPS_PROXY:-${https_proxy:-}}
[ -n "$proxy" ] || proxy=$env_proxy
if [ -z "$proxy" ]; then
  echo 'Neither --proxy nor HTTPS_PROXY says where the proxy is.' >&2
  usage
fi
case $proxy in http://* | https://*) ;; *) proxy=http://$proxy ;; esac
proxy=${proxy%/}

folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 2' INT TERM
ca=$folder/weir-ca.pem
# A name and a password belong into the settings of programs, and not on the screen.
shown=$(printf '%s' "$proxy" | sed 's#//[^/@]*@#//#')
authority=${shown#*://}
host=${authority%:*} port=${authority##*:}
url=https://weir.proxy/check

has() { command -v "$1" >/dev/null 2>&1; }

# Asks the proxy itself, past any other proxy. The CA is public, and is compared with the fingerprint: no certificate is asked for.
ask_proxy() {
  if has curl; then curl -fsSk --noproxy '*' --max-time 10 "$shown$1"
  elif has wget; then wget -q --no-proxy --no-check-certificate -T 10 -O - "$shown$1"
  else
    python3 -c 'import ssl, sys, urllib.request as u
c = ssl._create_unverified_context()
sys.stdout.write(u.build_opener(u.ProxyHandler({}), u.HTTPSHandler(context=c)).open(sys.argv[1], timeout=10).read().decode())' "$shown$1"
  fi
}

if ! ask_proxy /ca.pem >"$ca" 2>"$folder/error" || ! grep -q 'BEGIN CERTIFICATE' "$ca"; then
  printf 'The proxy at %s does not answer: %s\n' "$shown" "$(head -n 1 "$folder/error")" >&2
  echo 'Is the address right, and does your network lead there? Ask your administrator.' >&2
  exit 2
fi
# Only the first: the one in force.
sed '/END CERTIFICATE/q' "$ca" >"$folder/first.pem"
body=$(grep -v CERTIFICATE "$folder/first.pem" | tr -d '\r\n ')

bad=0
ok() { printf 'ok    %s\n' "$1"; }
look() { printf 'look  %s\n' "$1"; }
mend() {
  bad=1
  printf 'mend  %s\n' "$1"
  shift
  for line in "$@"; do printf '        %s\n' "$line"; done
}

printf 'Proxy %s\n' "$shown"
if has openssl; then
  found=$(openssl x509 -in "$folder/first.pem" -noout -fingerprint -sha256 | sed 's/.*=//')
  if [ -z "$fingerprint" ]; then printf 'CA    SHA-256 %s (compare it with the one of your administrator)\n' "$found"
  elif [ "$(printf %s "$fingerprint" | tr -d ': ' | tr a-f A-F)" = "$(printf %s "$found" | tr -d ':')" ]; then
    ok 'the CA has the fingerprint that you gave'
  else
    printf 'The CA of this proxy has another fingerprint: %s. Do not trust it, and tell your administrator.\n' "$found" >&2
    exit 2
  fi
elif [ -n "$fingerprint" ]; then
  echo 'The fingerprint cannot be compared without openssl.' >&2
  exit 2
fi

# What is in the environment of this shell, and so of the programs that it starts.
direct=localhost,127.0.0.1,::1
case ,$direct, in *",$host,"*) ;; *) direct=$direct,$host ;; esac
export_proxy="export HTTPS_PROXY=$shown NO_PROXY=$direct"
case $env_proxy in
'') mend 'HTTPS_PROXY is not set: most programs do not use Weir' "$export_proxy" ;;
*"$authority" | *"$authority/") ok 'HTTPS_PROXY leads to Weir' ;;
*) mend 'HTTPS_PROXY leads elsewhere' "$export_proxy" ;;
esac
uses_proxy() { case $env_proxy in *"$authority" | *"$authority/") return 0 ;; *) return 1 ;; esac; }

# Whether a file of certificates holds the CA.
holds() { [ -r "$1" ] && tr -d '\r\n ' <"$1" | grep -qF "$body"; }

system=unknown
case $(uname -s) in
Darwin)
  if security verify-cert -c "$folder/first.pem" >/dev/null 2>&1; then system=yes; else system=no; fi
  add='sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain weir-ca.pem'
  ;;
*)
  for file in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem; do
    [ -r "$file" ] || continue
    if holds "$file"; then system=yes; else system=no; fi
    break
  done
  add='sudo cp weir-ca.pem /usr/local/share/ca-certificates/weir-ca.crt && sudo update-ca-certificates'
  ! has update-ca-trust || add='sudo cp weir-ca.pem /etc/pki/ca-trust/source/anchors/ && sudo update-ca-trust'
  ;;
esac
case $system in
yes) ok 'the system trusts the CA' ;;
no) mend 'the system does not trust the CA' "curl -O $shown/ca.pem && mv ca.pem weir-ca.pem" "$add" ;;
*) look 'the certificates of the system were not found' ;;
esac

bundle_advice="make a bundle of the public authorities and weir-ca.pem: $shown/setup/python shows how"
for name in SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO; do
  eval "file=\${$name:-}"
  [ -n "$file" ] || continue
  if ! [ -r "$file" ]; then mend "$name names a file that cannot be read: $file" "$bundle_advice"
  elif ! holds "$file"; then mend "$name names a file without the CA: $file" "$bundle_advice"
  elif [ "$(grep -c 'BEGIN CERTIFICATE' "$file")" -lt 10 ]; then
    mend "$name names a file with the CA alone: hosts that are not decrypted cannot be reached" "$bundle_advice"
  fi
done
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ] && ! holds "$NODE_EXTRA_CA_CERTS"; then
  mend "NODE_EXTRA_CA_CERTS names a file without the CA: $NODE_EXTRA_CA_CERTS" 'export NODE_EXTRA_CA_CERTS=/path/weir-ca.pem'
fi
off() { mend "$1 switches the verification of certificates off, everywhere" "$2"; }
[ "${NODE_TLS_REJECT_UNAUTHORIZED:-1}" != 0 ] || off NODE_TLS_REJECT_UNAUTHORIZED=0 'unset NODE_TLS_REJECT_UNAUTHORIZED'
[ -z "${GIT_SSL_NO_VERIFY:-}" ] || off GIT_SSL_NO_VERIFY 'unset GIT_SSL_NO_VERIFY'
[ "${PYTHONHTTPSVERIFY:-1}" != 0 ] || off PYTHONHTTPSVERIFY=0 'unset PYTHONHTTPSVERIFY'

# Judges what a program printed when it asked for $url.
judge() {
  name=$1 output=$2 trust=$3 use=${4:-$export_proxy}
  case " $output " in
  *'"weir":"ok"'* | *"repository 'https://weir.proxy/check/' not found"*) ok "$name uses Weir and trusts it" ;;
  *[!0-9:]407[!0-9]* | *'Proxy Authentication'* | *'roxy authentication'*)
    mend "$name uses Weir, which wants to know who you are" "put your e-mail address (with %40 for @) and proxy token into HTTPS_PROXY: ${shown%%://*}://jo%40example.com:wpt_...@$authority" ;;
  *[!0-9:]501[!0-9]* | *'may not sign'*) look "$name: the CA of this installation may not sign for weir.proxy, so that this cannot be checked" ;;
  *) judge_failure "$@" ;;
  esac
}
judge_failure() {
  name=$1 output=$2 trust=$3 use=${4:-$export_proxy}
  case $output in
  *ertificate* | *CERT* | *PKIX* | *SSL* | *x509* | *self-signed* | *'local issuer'*)
    if [ -n "$trust" ]; then mend "$name uses Weir, and does not trust its CA" "$trust"
    else ok "$name uses Weir, and need not trust its CA: the hosts that it asks are not decrypted"; fi ;;
  *resolv* | *Resolv* | *ENOTFOUND* | *EAI_AGAIN* | *getaddrinfo* | *'ame or service'* | *nodename* | *UnknownHost* | *'No address'*)
    mend "$name does not use Weir" "$use" ;;
  *) mend "$name: $(printf '%s' "$output" | tail -n 1 | cut -c 1-150)" "$use" ;;
  esac
}

if has curl; then
  judge curl "$(curl -fsS --max-time 10 "$url" 2>&1)" 'export CURL_CA_BUNDLE=/path/weir-bundle.pem, or let the system trust the CA'
fi
if has git; then
  judge git "$(GIT_TERMINAL_PROMPT=0 LC_ALL=C git -c http.lowSpeedLimit=1 -c http.lowSpeedTime=10 ls-remote "$url" 2>&1)" \
    '' \
    "git config --global http.proxy $shown"
fi
if has node; then
  judge "node $(node --version)" "$(node -e "fetch('$url', { signal: AbortSignal.timeout(10000) }).then((answer) => answer.text()).catch((error) => [error.message, error.cause && error.cause.code, error.cause && error.cause.message].join(' ')).then(console.log)" 2>&1)" \
    'export NODE_EXTRA_CA_CERTS=/path/weir-ca.pem' "$export_proxy NODE_USE_ENV_PROXY=1 (Node 22.21, 24.5 or newer)"
fi
if has python3; then
  judge python3 "$(python3 -c "import urllib.request as u
try: print(u.urlopen('$url', timeout=10).read().decode())
except Exception as error: print(error)" 2>&1)" 'export SSL_CERT_FILE=/path/weir-bundle.pem'
  for package in requests httpx; do
    python3 -c "import $package" 2>/dev/null || continue
    judge "python3 with $package" "$(python3 -c "import $package
try: print($package.get('$url', timeout=10).text)
except Exception as error: print(error)" 2>&1)" 'export SSL_CERT_FILE=/path/weir-bundle.pem REQUESTS_CA_BUNDLE=/path/weir-bundle.pem'
  done
fi
if has javac && has java; then
  cat >"$folder/Check.java" <<'JAVA'
import java.net.*; import java.net.http.*; import java.time.Duration;
class Check {
  public static void main(String[] args) {
    try {
      var client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
      var request = HttpRequest.newBuilder(URI.create(args[0])).timeout(Duration.ofSeconds(10)).build();
      System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (Exception error) {
      for (Throwable one = error; one != null; one = one.getCause()) System.out.println(one);
    }
    System.exit(0);
  }
}
JAVA
  judge java "$(java "$folder/Check.java" "$url" 2>&1)" \
    'keytool -importcert -noprompt -cacerts -storepass changeit -alias weir -file weir-ca.pem' \
    "export JAVA_TOOL_OPTIONS='-Dhttps.proxyHost=$host -Dhttps.proxyPort=$port'"
fi

# Programs that cannot be asked for a page: what they read is looked at.
trusts() { # NAME HOW VARIABLE...: one of the files holds the CA, or none is set and the system trusts it
  name=$1 how=$2
  shift 2
  for variable in "$@"; do
    eval "file=\${$variable:-}"
    [ -n "$file" ] || continue
    if holds "$file"; then ok "$name will use Weir and trust it ($variable)"; else mend "$name does not trust the CA" "$how"; fi
    return
  done
  if [ "$system" = yes ]; then ok "$name will use Weir and trust it (system)"; else mend "$name does not trust the CA" "$how"; fi
}
program() {
  has "$1" || return 0
  label=$2
  shift 2
  if uses_proxy; then trusts "$label" "$@"; else mend "$label does not use Weir" "$export_proxy"; fi
}
program go 'Go' 'export SSL_CERT_FILE=/path/weir-bundle.pem, or let the system trust the CA' SSL_CERT_FILE
program cargo 'Rust, with the certificates of the system,' 'export SSL_CERT_FILE=/path/weir-bundle.pem' SSL_CERT_FILE
program claude 'Claude Code' 'export NODE_EXTRA_CA_CERTS=/path/weir-ca.pem' NODE_EXTRA_CA_CERTS
program codex Codex 'export CODEX_CA_CERTIFICATE=/path/weir-bundle.pem' CODEX_CA_CERTIFICATE SSL_CERT_FILE
program opencode opencode 'export NODE_EXTRA_CA_CERTS=/path/weir-ca.pem' NODE_EXTRA_CA_CERTS
program copilot 'Copilot CLI' 'export NODE_EXTRA_CA_CERTS=/path/weir-ca.pem' NODE_EXTRA_CA_CERTS
program aider aider 'export SSL_CERT_FILE=/path/weir-bundle.pem REQUESTS_CA_BUNDLE=/path/weir-bundle.pem' SSL_CERT_FILE
if has gemini && [ "${NODE_USE_ENV_PROXY:-}" != 1 ]; then
  mend 'Gemini CLI does not use Weir' "$export_proxy NODE_USE_ENV_PROXY=1"
else
  program gemini 'Gemini CLI' 'export NODE_EXTRA_CA_CERTS=/path/weir-ca.pem' NODE_EXTRA_CA_CERTS
fi
if has docker; then
  if grep -q httpsProxy "${DOCKER_CONFIG:-$HOME/.docker}/config.json" 2>/dev/null; then
    look 'Docker gives containers a proxy; each image must trust the CA too'
  else
    mend 'Docker gives containers no proxy' "see $shown/setup/docker"
  fi
fi
editor() {
  has "$1" || return 0
  if uses_proxy || grep -qs '"http.proxy"' "$HOME/.config/$3/User/settings.json" "$HOME/Library/Application Support/$3/User/settings.json"; then
    if [ "$system" = yes ]; then ok "$2 will use Weir and trust it (system)"; else mend "$2 does not trust the CA: it trusts what the system does" "$add"; fi
  else
    mend "$2 does not use Weir" "put \"http.proxy\": \"$shown\" into its settings.json"
  fi
}
editor code 'VS Code' Code
editor cursor Cursor Cursor
look 'browsers: open http://weir.proxy/ in each; the page checks itself'
exit $bad
