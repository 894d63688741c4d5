package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"receiver/webhook"
)

const (
	maxBytes = 1 << 20
	patience = 10 * time.Second
)

type line struct {
	WebhookID string          `json:"webhook_id"`
	Event     json.RawMessage `json:"event"`
}

type receiver struct {
	secret string
	path   string
	lock   sync.Mutex
	// Events arrive at least once; this keeps the ids of those that are stored.
	stored map[string]bool
}

func (r *receiver) load() error {
	file, err := os.Open(r.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 2*maxBytes)
	for lines.Scan() {
		var known line
		if err := json.Unmarshal(lines.Bytes(), &known); err != nil {
			return err
		}
		r.stored[known.WebhookID] = true
	}
	return lines.Err()
}

func (r *receiver) store(id string, body []byte) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.stored[id] {
		return nil
	}
	text, err := json.Marshal(line{WebhookID: id, Event: body})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(r.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(append(text, '\n')); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	r.stored[id] = true
	return nil
}

func (r *receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		response.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !webhook.Verify(r.secret, request.Header.Get, body, time.Now()) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	if err := r.store(request.Header.Get("webhook-id"), body); err != nil {
		log.Print(err)
		response.WriteHeader(http.StatusInternalServerError)
		return
	}
	response.WriteHeader(http.StatusNoContent)
}

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	if fallback == "" {
		log.Fatalf("%s is required", name)
	}
	return fallback
}

func main() {
	handler := &receiver{
		secret: setting("SIGNING_SECRET", ""),
		path:   setting("EVENTS", "events.jsonl"),
		stored: map[string]bool{},
	}
	if err := handler.load(); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(setting("HOST", "127.0.0.1"), setting("PORT", "9443")))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on port %d\n", listener.Addr().(*net.TCPAddr).Port)
	server := &http.Server{Handler: handler, ReadTimeout: patience, WriteTimeout: patience}
	log.Fatal(server.ServeTLS(listener, setting("TLS_CERT", ""), setting("TLS_KEY", "")))
}
