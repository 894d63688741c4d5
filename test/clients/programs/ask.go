// Go's net/http, which knows of the proxy and the CA by HTTPS_PROXY and SSL_CERT_FILE. Arguments: 1 or 2 (HTTP), and the prompts.
package main

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: os.Args[1] == "2"}
	if os.Args[1] == "1" {
		transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	}
	client := &http.Client{Transport: transport}
	for _, prompt := range os.Args[2:] {
		body, _ := json.Marshal(map[string]any{"model": "gpt-5", "messages": []any{map[string]string{"role": "user", "content": prompt}}})
		answer, err := client.Post("https://api.openai.com/v1/chat/completions", "application/json", bytes.NewReader(body))
		if err != nil {
			fmt.Println(strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		var seen struct {
			Error   struct{ Message string }
			Choices []struct{ Message struct{ Content string } }
		}
		json.NewDecoder(answer.Body).Decode(&seen)
		answer.Body.Close()
		text := seen.Error.Message
		if len(seen.Choices) > 0 {
			text = seen.Choices[0].Message.Content
		}
		fmt.Printf("%s %d: %s\n", answer.Proto, answer.StatusCode, strings.ReplaceAll(text, "\n", " "))
	}
}
