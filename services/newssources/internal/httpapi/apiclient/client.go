// Package apiclient implements the client of the API that commands use, with an API token.
package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const (
	// maxTries is the maximum number of attempts of a request that a busy server refuses.
	maxTries = 6
	// headerTimeout is the maximum time until a response begins. The service answers within 30 s.
	headerTimeout = time.Minute
	// maxAnswer is the maximum size in bytes of a response that is held in memory.
	maxAnswer = 64 << 20
	// pollInterval is the time between two requests for the state of a background job.
	pollInterval = 500 * time.Millisecond
)

// Client sends requests to a service.
type Client struct {
	base  string
	token string
	http  *http.Client
}

// New returns a client for the service at an address such as https://news.example.org.
func New(address, token string) (*Client, error) {
	base, err := url.Parse(address)
	switch {
	case err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http":
		return nil, errors.New("the address of the API has the form https://news.example.org")
	case base.Scheme == "http" && !isLoopback(base.Hostname()):
		return nil, errors.New("the address of the API must begin with https, because the API token is sent to it")
	case token == "":
		return nil, errors.New("the API token is missing: set NEWSSOURCES_TOKEN or --token-file")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = headerTimeout
	return &Client{strings.TrimRight(address, "/"), token, &http.Client{Transport: transport,
		// The token must not be sent to another address.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}, nil
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// request is a request to the API.
type request struct {
	method, path string // below /newssources
	query        url.Values
	body         []byte
	contentType  string
	ifMatch      string // the ETag of the version that is changed, or empty
}

// send sends a request. It retries a request that a busy server refuses, because it had no effect. It
// returns a problem if the request fails.
func (c *Client) send(ctx context.Context, r request) (*http.Response, error) {
	for try := 1; ; try++ {
		response, err := c.try(ctx, r)
		if err != nil {
			return nil, err
		}
		if response.StatusCode < 300 {
			return response, nil
		}
		refusal := c.problemOf(response)
		isBusy := response.StatusCode == http.StatusTooManyRequests || response.StatusCode == http.StatusServiceUnavailable
		if !isBusy || try == maxTries {
			return nil, refusal
		}
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		ctxtime.Sleep(ctx, time.Duration(max(seconds, 1))*time.Second)
	}
}

func (c *Client) try(ctx context.Context, r request) (*http.Response, error) {
	address := c.base + "/newssources" + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	out, err := http.NewRequestWithContext(ctx, r.method, address, bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	out.Header.Set("Accept", "application/json, */*")
	out.Header.Set("Authorization", "Bearer "+c.token)
	if r.contentType != "" {
		out.Header.Set("Content-Type", r.contentType)
	}
	if r.ifMatch != "" {
		out.Header.Set("If-Match", r.ifMatch)
	}
	response, err := c.http.Do(out)
	if failure, ok := errors.AsType[*url.Error](err); ok && ctx.Err() == nil {
		return nil, fmt.Errorf("the API at %s does not answer: %w", c.base, failure.Err)
	}
	return response, err
}

// problemOf returns the problem that a response contains, and closes the body.
func (c *Client) problemOf(response *http.Response) error {
	defer response.Body.Close()
	var body struct {
		Code   problem.Code
		Detail string
		Errors []problem.Field
	}
	data, _ := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if json.Unmarshal(data, &body) != nil || body.Code == "" {
		return fmt.Errorf("%s answered “%s”, but not with a response of the newsources API; check the address", c.base,
			response.Status)
	}
	detail := body.Detail
	for _, field := range body.Errors {
		if !strings.Contains(detail, field.Detail) {
			detail += " " + field.Pointer + ": " + field.Detail
		}
	}
	return problem.New(body.Code, "%s", detail)
}

// call sends a request and decodes the response.
func (c *Client) call(ctx context.Context, r request, out any) error {
	response, err := c.send(ctx, r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(io.LimitReader(response.Body, maxAnswer)).Decode(out)
}

func (c *Client) get(ctx context.Context, path string, query url.Values, out any) error {
	return c.call(ctx, request{method: http.MethodGet, path: path, query: query}, out)
}

// post sends a JSON body, or none if body is nil, and decodes the response.
func (c *Client) post(ctx context.Context, path string, body, out any) error {
	r, err := postRequest(path, body)
	if err != nil {
		return err
	}
	return c.call(ctx, r, out)
}

// postRequest returns the request that sends a JSON body, or none if body is nil.
func postRequest(path string, body any) (request, error) {
	r := request{method: http.MethodPost, path: path}
	if body == nil {
		return r, nil
	}
	data, err := json.Marshal(body)
	r.body, r.contentType = data, "application/json"
	return r, err
}

// upload returns the request that sends a file.
func upload(path string, query url.Values, data []byte) request {
	return request{method: http.MethodPost, path: path, query: query, body: data, contentType: "application/octet-stream"}
}
