// goproxy as a contestant: decrypts, parses the prompt, hashes it, runs five regular expressions , forwards. Nothing is
// recorded. Arguments: CA certificate, CA key, upstream CA, upstream port. Prints the port it listens on.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/elazarl/goproxy"
)

var patterns = []*regexp.Regexp{
	regexp.MustCompile(`\b[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b`),
	regexp.MustCompile(`(?:\+|\b00)\d{1,3}(?:[ .-]?\d){8,11}\b|\b0[1-9](?:[ .-]?\d{2}){4}\b`),
	regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b`),
	regexp.MustCompile(`\b(?:\d[ -]?){13,18}\d\b`),
	regexp.MustCompile(`\b[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}\b`),
}

type chat struct {
	Messages []struct {
		Content string `json:"content"`
	} `json:"messages"`
}

func inspect(body []byte) (hash [32]byte, findings int) {
	var parsed chat
	if json.Unmarshal(body, &parsed) != nil {
		return
	}
	texts := make([]string, len(parsed.Messages))
	for index, message := range parsed.Messages {
		texts[index] = message.Content
	}
	text := strings.Join(texts, "\n")
	hash = sha256.Sum256([]byte(text))
	for _, pattern := range patterns {
		findings += len(pattern.FindAllStringIndex(text, -1))
	}
	return
}

// leaves keeps the certificates that goproxy makes, one for each host.
type leaves struct {
	mutex sync.Mutex
	kept  map[string]*tls.Certificate
}

func (l *leaves) Fetch(host string, make func() (*tls.Certificate, error)) (*tls.Certificate, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if leaf, ok := l.kept[host]; ok {
		return leaf, nil
	}
	leaf, err := make()
	if err == nil {
		l.kept[host] = leaf
	}
	return leaf, err
}

func main() {
	certificate, key, upstreamCA, port := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	ca, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		log.Fatal(err)
	}
	pem, err := os.ReadFile(upstreamCA)
	if err != nil {
		log.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)

	proxy := goproxy.NewProxyHttpServer()
	proxy.CertStore = &leaves{kept: map[string]*tls.Certificate{}}
	proxy.Tr = &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, "127.0.0.1:"+port)
		},
		MaxIdleConnsPerHost: 64,
		DisableCompression:  true,
	}
	mitm := &goproxy.ConnectAction{Action: goproxy.ConnectMitm, TLSConfig: goproxy.TLSConfigFromCA(&ca)}
	proxy.OnRequest().HandleConnectFunc(func(host string, _ *goproxy.ProxyCtx) (*goproxy.ConnectAction, string) {
		return mitm, host
	})
	proxy.OnRequest().DoFunc(func(request *http.Request, _ *goproxy.ProxyCtx) (*http.Request, *http.Response) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return request, goproxy.NewResponse(request, "text/plain", http.StatusBadRequest, "the body broke off")
		}
		inspect(body)
		request.Body = io.NopCloser(bytes.NewReader(body))
		return request, nil
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on %d\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, proxy))
}
