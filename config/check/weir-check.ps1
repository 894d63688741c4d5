<#
.SYNOPSIS
Says which programs of this device use Weir and trust its certificate authority (CA), and how to mend the others.

.DESCRIPTION
It changes nothing. It asks for https://weir.proxy/check only, which the proxy itself answers: no AI service is asked.
It ends with 0 if all is well, 1 if something is to be mended, 2 if it cannot check.

    powershell -ExecutionPolicy Bypass -File weir-check.ps1 [-Proxy http://proxy:8080] [-Fingerprint AA:BB:...]

.PARAMETER Proxy
The address of Weir. Without it, the proxy of HTTPS_PROXY.

.PARAMETER Fingerprint
The SHA-256 of the CA that your administrator gave you: the check makes sure that this proxy has that CA.
#>
[CmdletBinding()]
param(
  [string]$Proxy = $env:HTTPS_PROXY,
  [string]$Fingerprint = ''
)
Set-StrictMode -Version 2
$ErrorActionPreference = 'Continue'

if (-not $Proxy) {
  Write-Host 'Neither -Proxy nor HTTPS_PROXY says where the proxy is.'
  exit 2
}
if ($Proxy -notmatch '^https?://') { $Proxy = "http://$Proxy" }
$Proxy = $Proxy.TrimEnd('/')
# A name and a password belong into the settings of programs, and not on the screen.
$shown = $Proxy -replace '//[^/@]*@', '//'
$authority = $shown -replace '^https?://', ''
$address = [Uri]$shown
$url = 'https://weir.proxy/check'
$script:bad = 0

function Write-Ok([string]$Text) { Write-Host "ok    $Text" }
function Write-Look([string]$Text) { Write-Host "look  $Text" }
function Write-Mend([string]$Text, [string[]]$How) {
  $script:bad = 1
  Write-Host "mend  $Text"
  foreach ($line in $How) { Write-Host "        $line" }
}
function Test-Has([string]$Command) { return $null -ne (Get-Command $Command -CommandType Application -ErrorAction SilentlyContinue) }

# Asks the proxy itself, past any other proxy. The CA is public, and is compared with the fingerprint.
$certificate = $null
try {
  $client = New-Object System.Net.WebClient
  $client.Proxy = $null
  $bytes = $client.DownloadData("$shown/ca.der")
  $certificate = New-Object System.Security.Cryptography.X509Certificates.X509Certificate2 -ArgumentList @(, $bytes)
} catch {
  Write-Host "The proxy at $shown does not answer: $($_.Exception.Message)"
  Write-Host 'Is the address right, and does your network lead there? Ask your administrator.'
  exit 2
}
$sha256 = [System.Security.Cryptography.SHA256]::Create()
$found = ($sha256.ComputeHash($certificate.RawData) | ForEach-Object { $_.ToString('X2') }) -join ':'
$body = [Convert]::ToBase64String($certificate.RawData)
Write-Host "Proxy $shown"
if (-not $Fingerprint) {
  Write-Host "CA    SHA-256 $found (compare it with the one of your administrator)"
} elseif (($Fingerprint -replace '[: ]', '').ToUpperInvariant() -eq ($found -replace ':', '')) {
  Write-Ok 'the CA has the fingerprint that you gave'
} else {
  Write-Host "The CA of this proxy has another fingerprint: $found. Do not trust it, and tell your administrator."
  exit 2
}

# What Windows itself trusts and uses: Edge, Chrome, VS Code and .NET go by it.
$roots = @(Get-ChildItem -Path 'Cert:\LocalMachine\Root', 'Cert:\CurrentUser\Root' -ErrorAction SilentlyContinue)
$systemTrusts = @($roots | Where-Object { $_.Thumbprint -eq $certificate.Thumbprint }).Count -gt 0
$trustWindows = "in a terminal of an administrator: certutil -addstore -f Root weir-ca.der (from $shown/ca.der)"
if ($systemTrusts) { Write-Ok 'Windows trusts the CA' } else { Write-Mend 'Windows does not trust the CA' $trustWindows }
$internet = Get-ItemProperty -Path 'HKCU:\Software\Microsoft\Windows\CurrentVersion\Internet Settings' -ErrorAction SilentlyContinue
$pac = ''
if ($null -ne $internet -and $null -ne $internet.PSObject.Properties['AutoConfigURL']) { $pac = [string]$internet.AutoConfigURL }
$server = ''
if ($null -ne $internet -and $null -ne $internet.PSObject.Properties['ProxyServer'] -and $internet.ProxyEnable -eq 1) { $server = [string]$internet.ProxyServer }
if ($pac.Contains($authority) -or $server.Contains($authority)) { Write-Ok 'browsers use Weir' }
else { Write-Mend 'browsers do not use Weir' "Settings, Network, Proxy, Use setup script: $shown/proxy.pac" }

$direct = (@('localhost', '127.0.0.1', '::1', $address.Host) | Select-Object -Unique) -join ','
$setProxy = @("setx HTTPS_PROXY $shown", "setx NO_PROXY $direct", 'then open a new terminal')
$usesProxy = $env:HTTPS_PROXY -and (($env:HTTPS_PROXY.TrimEnd('/')) -replace '^(https?://)?([^/@]*@)?', '') -eq $authority
if ($usesProxy) { Write-Ok 'HTTPS_PROXY leads to Weir' }
elseif ($env:HTTPS_PROXY) { Write-Mend 'HTTPS_PROXY leads elsewhere' $setProxy }
else { Write-Mend 'HTTPS_PROXY is not set: most programs of the command line do not use Weir' $setProxy }

# Whether a file of certificates holds the CA.
function Test-Holds([string]$File) {
  if (-not (Test-Path -LiteralPath $File -PathType Leaf)) { return $false }
  return ([System.IO.File]::ReadAllText($File) -replace '\s', '').Contains($body)
}
function Get-Variable-Of([string]$Name) { return [Environment]::GetEnvironmentVariable($Name) }

$bundleAdvice = "make a bundle of the public authorities and weir-ca.pem: $shown/setup/python shows how"
foreach ($name in 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO') {
  $file = Get-Variable-Of $name
  if (-not $file) { continue }
  if (-not (Test-Holds $file)) { Write-Mend "$name names a file without the CA: $file" $bundleAdvice }
  elseif (@(Select-String -LiteralPath $file -Pattern 'BEGIN CERTIFICATE').Count -lt 10) {
    Write-Mend "$name names a file with the CA alone: hosts that are not decrypted cannot be reached" $bundleAdvice
  }
}
if ($env:NODE_EXTRA_CA_CERTS -and -not (Test-Holds $env:NODE_EXTRA_CA_CERTS)) {
  Write-Mend "NODE_EXTRA_CA_CERTS names a file without the CA: $env:NODE_EXTRA_CA_CERTS" 'setx NODE_EXTRA_CA_CERTS C:\path\weir-ca.pem'
}
if ($env:NODE_TLS_REJECT_UNAUTHORIZED -eq '0') {
  Write-Mend 'NODE_TLS_REJECT_UNAUTHORIZED=0 switches the verification of certificates off, everywhere' 'remove this variable'
}
if ($env:GIT_SSL_NO_VERIFY) { Write-Mend 'GIT_SSL_NO_VERIFY switches the verification of certificates off, everywhere' 'remove this variable' }

# Judges what a program printed when it asked for $url.
function Write-Judgement([string]$Name, [string]$Output, [string]$Trust, [string[]]$Use = $setProxy) {
  if ($Output -match '"weir":"ok"' -or $Output -match "repository 'https://weir.proxy/check/' not found") {
    Write-Ok "$Name uses Weir and trusts it"
  } elseif ($Output -match '(?<![\d:])407(?!\d)|roxy authentication') {
    Write-Mend "$Name uses Weir, which wants to know who you are" "put your e-mail address (with %40 for @) and proxy token into HTTPS_PROXY: $($address.Scheme)://jo%40example.com:wpt_...@$authority"
  } elseif ($Output -match '(?<![\d:])501(?!\d)|may not sign') {
    Write-Look "${Name}: the CA of this installation may not sign for weir.proxy, so that this cannot be checked"
  } elseif ($Output -match 'certificate|CERT_|PKIX|SSL|x509|self-signed|local issuer|schannel|revocation') {
    if ($Trust) { Write-Mend "$Name uses Weir, and does not trust its CA" $Trust }
    else { Write-Ok "$Name uses Weir, and need not trust its CA: the hosts that it asks are not decrypted" }
  } elseif ($Output -match 'resolv|ENOTFOUND|EAI_AGAIN|getaddrinfo|name or service|UnknownHost|No such host') {
    Write-Mend "$Name does not use Weir" $Use
  } else {
    $last = @($Output -split "`n" | Where-Object { $_.Trim() })
    $text = if ($last.Count -gt 0) { $last[-1].Trim() } else { 'no answer' }
    Write-Mend "${Name}: $text" $Use
  }
}
# What a program prints, with its errors.
function Get-Output([string]$Command, [string[]]$Arguments) {
  try { return (& $Command @Arguments 2>&1 | Out-String) } catch { return $_.Exception.Message }
}

if (Test-Has 'curl.exe') {
  Write-Judgement 'curl' (Get-Output 'curl.exe' @('-fsS', '--ssl-no-revoke', '--max-time', '10', $url)) $trustWindows
}
if (Test-Has 'git') {
  $env:GIT_TERMINAL_PROMPT = '0'
  Write-Judgement 'git' (Get-Output 'git' @('-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=10', '-c', 'http.schannelCheckRevoke=false', 'ls-remote', $url)) `
    '' @("git config --global http.proxy $shown")
}
$folder = Join-Path ([System.IO.Path]::GetTempPath()) ([Guid]::NewGuid().ToString())
New-Item -ItemType Directory -Path $folder | Out-Null
try {
  if (Test-Has 'node') {
    $file = Join-Path $folder 'check.mjs'
    Set-Content -LiteralPath $file -Encoding ascii -Value "fetch('$url', { signal: AbortSignal.timeout(10000) }).then((answer) => answer.text()).catch((error) => [error.message, error.cause && error.cause.code, error.cause && error.cause.message].join(' ')).then(console.log)"
    Write-Judgement 'node' (Get-Output 'node' @($file)) 'setx NODE_EXTRA_CA_CERTS C:\path\weir-ca.pem, or setx NODE_USE_SYSTEM_CA 1' `
      ($setProxy + 'setx NODE_USE_ENV_PROXY 1 (Node 22.21, 24.5 or newer)')
  }
  if (Test-Has 'python') {
    $file = Join-Path $folder 'check.py'
    Set-Content -LiteralPath $file -Encoding ascii -Value @(
      'import urllib.request as u'
      "try: print(u.urlopen('$url', timeout=10).read().decode())"
      'except Exception as error: print(error)'
    )
    Write-Judgement 'python' (Get-Output 'python' @($file)) 'setx SSL_CERT_FILE C:\path\weir-bundle.pem, or let Windows trust the CA'
  }
  if ((Test-Has 'javac') -and (Test-Has 'java')) {
    $file = Join-Path $folder 'Check.java'
    Set-Content -LiteralPath $file -Encoding ascii -Value @(
      'import java.net.*; import java.net.http.*;'
      'class Check { public static void main(String[] args) { try {'
      'System.out.println(HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(args[0])).timeout(java.time.Duration.ofSeconds(10)).build(), HttpResponse.BodyHandlers.ofString()).body());'
      '} catch (Exception error) { for (Throwable one = error; one != null; one = one.getCause()) System.out.println(one); } System.exit(0); } }'
    )
    Write-Judgement 'java' (Get-Output 'java' @($file, $url)) 'keytool -importcert -noprompt -cacerts -storepass changeit -alias weir -file weir-ca.pem' `
      @("setx JAVA_TOOL_OPTIONS ""-Dhttps.proxyHost=$($address.Host) -Dhttps.proxyPort=$($address.Port)""")
  }
} finally {
  Remove-Item -LiteralPath $folder -Recurse -Force -ErrorAction SilentlyContinue
}

# Programs that cannot be asked for a page: what they read is looked at.
function Test-Program([string]$Command, [string]$Name, [string]$How, [string[]]$Variables) {
  if (-not (Test-Has $Command)) { return }
  if (-not $usesProxy) { Write-Mend "$Name does not use Weir" $setProxy; return }
  foreach ($variable in $Variables) {
    $file = Get-Variable-Of $variable
    if (-not $file) { continue }
    if (Test-Holds $file) { Write-Ok "$Name will use Weir and trust it ($variable)" } else { Write-Mend "$Name does not trust the CA" $How }
    return
  }
  if ($systemTrusts) { Write-Ok "$Name will use Weir and trust it (Windows)" } else { Write-Mend "$Name does not trust the CA" $How }
}
Test-Program 'go' 'Go' $trustWindows @()
Test-Program 'cargo' 'Rust, with the certificates of the system,' $trustWindows @('SSL_CERT_FILE')
Test-Program 'claude' 'Claude Code' 'setx NODE_EXTRA_CA_CERTS C:\path\weir-ca.pem' @('NODE_EXTRA_CA_CERTS')
Test-Program 'codex' 'Codex' 'setx CODEX_CA_CERTIFICATE C:\path\weir-bundle.pem' @('CODEX_CA_CERTIFICATE', 'SSL_CERT_FILE')
Test-Program 'opencode' 'opencode' 'setx NODE_EXTRA_CA_CERTS C:\path\weir-ca.pem' @('NODE_EXTRA_CA_CERTS')
Test-Program 'copilot' 'Copilot CLI' 'setx NODE_EXTRA_CA_CERTS C:\path\weir-ca.pem' @('NODE_EXTRA_CA_CERTS')
Test-Program 'aider' 'aider' 'setx SSL_CERT_FILE C:\path\weir-bundle.pem and setx REQUESTS_CA_BUNDLE C:\path\weir-bundle.pem' @('SSL_CERT_FILE')
if ((Test-Has 'gemini') -and $env:NODE_USE_ENV_PROXY -ne '1') { Write-Mend 'Gemini CLI does not use Weir' ($setProxy + 'setx NODE_USE_ENV_PROXY 1') }
else { Test-Program 'gemini' 'Gemini CLI' 'setx NODE_EXTRA_CA_CERTS C:\path\weir-ca.pem' @('NODE_EXTRA_CA_CERTS') }

if (Test-Has 'docker') {
  $config = Join-Path $HOME '.docker\config.json'
  if ((Test-Path -LiteralPath $config) -and (Select-String -LiteralPath $config -Pattern 'httpsProxy' -Quiet)) {
    Write-Look 'Docker gives containers a proxy; each image must trust the CA too'
  } else { Write-Mend 'Docker gives containers no proxy' "see $shown/setup/docker" }
}
Write-Look 'browsers: open http://weir.proxy/ in each; the page checks itself'
exit $script:bad
