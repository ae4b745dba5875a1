package fetch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"

	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// maxPostResponse is the number of bytes of a response to Post that are read, so that the
// connection can be used again.
const maxPostResponse = 64 << 10

// Post is a message to a program, such as a webhook.
type Post struct {
	URL    string
	Header http.Header
	Body   []byte
}

// String returns the method without the address, which may contain a secret, and without headers.
func (p Post) String() string { return "POST" }

// GoString returns String(), because "%#v" would print the headers.
func (p Post) GoString() string { return p.String() }

// LogValue returns String(), because a JSON log would contain the headers.
func (p Post) LogValue() slog.Value { return slog.StringValue(p.String()) }

// Post sends a message through the guard, unless Config.Refuse refuses its address. Redirects are not followed, and the
// response is only read up to a limit.
func (c *Client) Post(ctx context.Context, post Post) *Result {
	result := &Result{}
	at, err := parseTarget(post.URL)
	if err != nil {
		(&visit{Client: c, result: result}).refuse(err, InvalidAddress)
		return result
	}
	reason, err := c.refusal(ctx, at)
	switch {
	case err != nil:
		(&visit{Client: c, result: result}).refuseToSend(ctx, err)
		return result
	case reason != "":
		result.finish(ForbiddenSource, reason)
		return result
	}
	if tracing.IsOn() {
		var end func(*Result, string)
		ctx, end = startSpan(ctx, "post")
		defer func() { end(result, at.String()) }()
	}
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	trace := newTrace()
	defer func() { trace.addTo(&result.Timings) }()
	out, err := http.NewRequestWithContext(trace.attach(ctx), http.MethodPost, at.String(), bytes.NewReader(post.Body))
	if err != nil {
		result.finish(InvalidAddress, errNotAnAddress.Detail)
		return result
	}
	out.Header = post.Header.Clone()
	out.Header.Set("User-Agent", c.config.UserAgent)
	response, err := c.transport.RoundTrip(out)
	if err != nil {
		result.fail(ctx, err, trace.currentPhase())
		return result
	}
	defer response.Body.Close()
	result.setResponse(response, trace)
	_, _ = io.CopyN(io.Discard, response.Body, maxPostResponse)
	switch {
	case response.StatusCode >= 200 && response.StatusCode < 300:
		result.Outcome = OK
	case response.StatusCode >= 300 && response.StatusCode < 400:
		result.finish(BadRedirect, "The address redirects to another address. Redirects are not followed; enter the final "+
			"address.")
	default:
		result.finish(outcomeOfStatus(response.StatusCode))
	}
	return result
}

// CheckPublic returns a problem of an address that Get and Post would refuse: one that is
// malformed, or whose host name resolves to a private address now, or whose port is not allowed. A
// host name that cannot be resolved now is accepted.
func (c *Client) CheckPublic(ctx context.Context, address string) *weburl.Error {
	at, err := parseTarget(address)
	if refused, ok := errors.AsType[*weburl.Error](err); ok {
		return refused
	}
	if err != nil {
		return errNotAnAddress
	}
	d := newDialer(c.config)
	port := at.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[at.Scheme]
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return errNotAnAddress
	}
	resolver := d.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	ctx, cancel := context.WithTimeout(ctx, c.config.ConnectTimeout)
	defer cancel()
	found, err := resolver.LookupNetIP(ctx, "ip", at.Hostname()+".")
	if err != nil {
		return nil
	}
	for _, ip := range found {
		network := "tcp4"
		if ip.Unmap().Is6() {
			network = "tcp6"
		}
		if err := d.Control(network, netip.AddrPortFrom(ip.Unmap(), uint16(number)).String(), nil); err != nil {
			_, detail := outcomeOfError(ctx, err, PhaseConnect)
			return &weburl.Error{Code: weburl.CodeIPAddress, Detail: detail}
		}
	}
	return nil
}
