package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// browser sends requests to the ingress under the release's host name, as the person who signed in.
type browser struct {
	base   string
	client *http.Client
	token  string // the person's ID token
	xsrf   string // the anti-forgery cookie of the session
}

// reply is an answer with its body read.
type reply struct {
	status int
	header http.Header
	body   string
}

func (r reply) contentType() string {
	kind, _, _ := strings.Cut(r.header.Get("Content-Type"), ";")
	return kind
}

func newBrowser() *browser {
	return &browser{client: &http.Client{
		Timeout: 20 * time.Second,
		// A redirect is an answer to look at, not to follow.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// at is the same person with another address.
func (b *browser) at(base string) *browser {
	other := *b
	other.base = base
	return &other
}

type option func(*http.Request)

func header(name, value string) option {
	return func(request *http.Request) { request.Header.Set(name, value) }
}

func accept(kind string) option { return header("Accept", kind) }

func (b *browser) bearer() option { return header("Authorization", "Bearer "+b.token) }

func (b *browser) get(ctx context.Context, path string, options ...option) (reply, error) {
	return b.send(ctx, http.MethodGet, path, "", options...)
}

func (b *browser) send(ctx context.Context, method, path, body string, options ...option) (reply, error) {
	request, err := http.NewRequestWithContext(ctx, method, b.base+path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	request.Host = host
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, set := range options {
		set(request)
	}
	response, err := b.client.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return reply{}, fmt.Errorf("%s %s: %w", method, path, err)
	}
	return reply{response.StatusCode, response.Header, string(text)}, nil
}
