package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// browser sends requests to the ingress with the release's host name and the credentials of the
// signed-in user.
type browser struct {
	base   string
	client *http.Client
	token  string // ID token of the user
	xsrf   string // anti-forgery cookie of the session
}

// reply is a response whose body has been read.
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
		// Redirects are checked, not followed.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// withBase returns a copy of the browser with another base address.
func (b *browser) withBase(base string) *browser {
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

// signedWrite returns the options of a request of the signed-in user that changes something.
func (b *browser) signedWrite() []option {
	return []option{accept("application/json"), b.bearer(), header("Cookie", "XSRF-TOKEN="+b.xsrf),
		header("X-XSRF-TOKEN", b.xsrf), header("Origin", "http://"+host)}
}

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
