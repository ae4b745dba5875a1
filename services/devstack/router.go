package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/port"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// apiPrefix is matched by whole path elements, as Kubernetes matches a path of type Prefix.
const apiPrefix = "/newssources"

// router routes requests as the ingress does, and answers 503 until everything is ready.
type router struct{ routes atomic.Pointer[routes] }

type routes struct{ api, web http.Handler }

func (r *router) open(api *url.URL, web http.Handler) {
	r.routes.Store(&routes{api: forward("API", api), web: web})
}

func (r *router) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	to := r.routes.Load()
	switch path := request.URL.Path; {
	case to == nil:
		w.Header().Set("Retry-After", "1")
		http.Error(w, "News Sources is starting; try again in a moment.", http.StatusServiceUnavailable)
	case path == apiPrefix, strings.HasPrefix(path, apiPrefix+"/"):
		to.api.ServeHTTP(w, request)
	default:
		to.web.ServeHTTP(w, request)
	}
}

// forward returns a reverse proxy that behaves as an ingress does, including WebSockets of the
// development server.
func forward(name string, to *url.URL) http.Handler {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	// Sends the header and each part of a body as it arrives. With a buffer, the API would not see a
	// request whose body is incomplete, and could not answer that it arrives too slowly.
	transport.WriteBufferSize = 1
	proxy := &httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		FlushInterval: -1,
		// A connection with an incomplete body is closed: net/http would panic when it reads the next
		// request from it while the transport still reads the body.
		ModifyResponse: func(response *http.Response) error {
			if body, ok := response.Request.Context().Value(bodyKey{}).(*requestBody); ok && !body.isComplete.Load() {
				response.Header.Set("Connection", "close")
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil { // the client has not disconnected
				progress("%-8s | %s %s: %v", name, r.Method, r.URL.Path, err)
			}
			http.Error(w, "The "+name+" does not answer.", http.StatusBadGateway)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Without full duplex, the server closes the request body when the response begins. A proxy that
		// has not read the body to its end would then truncate the response.
		connection := http.NewResponseController(w)
		_ = connection.EnableFullDuplex()
		if r.Body != http.NoBody {
			body := &requestBody{ReadCloser: r.Body, connection: connection}
			r = r.WithContext(context.WithValue(r.Context(), bodyKey{}, body))
			r.Body = body
		}
		proxy.ServeHTTP(w, r)
	})
}

// bodyTimeout is the maximum time between two parts of a request body, as in ingress controllers.
const bodyTimeout = time.Minute

// bodyKey is the context key of the body of a forwarded request.
type bodyKey struct{}

// requestBody is the body of a forwarded request. If the response is complete before the body is,
// closing it ends the read that the transport still waits for. Otherwise the handler would wait for
// the client.
type requestBody struct {
	io.ReadCloser
	connection *http.ResponseController
	isComplete atomic.Bool
}

// Read implements io.Reader.
func (b *requestBody) Read(p []byte) (int, error) {
	_ = b.connection.SetReadDeadline(time.Now().Add(bodyTimeout))
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.isComplete.Store(true)
		_ = b.connection.SetReadDeadline(time.Time{})
	}
	return n, err
}

// Close implements io.Closer.
func (b *requestBody) Close() error {
	if !b.isComplete.Load() {
		_ = b.connection.SetReadDeadline(time.Now())
	}
	return b.ReadCloser.Close()
}

// listen opens the port on both loopback addresses, because localhost may resolve to either.
func listen(number int) ([]net.Listener, string, error) {
	four, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", number))
	if err != nil {
		return nil, "", portError(number, err)
	}
	number = four.Addr().(*net.TCPAddr).Port
	listeners := []net.Listener{four}
	six, err := net.Listen("tcp6", fmt.Sprintf("[::1]:%d", number))
	switch {
	case err == nil:
		listeners = append(listeners, six)
	case errors.Is(err, syscall.EADDRINUSE):
		_ = four.Close()
		return nil, "", portError(number, err)
	} // any other error: no IPv6 on this machine
	return listeners, fmt.Sprintf("http://localhost:%d", number), nil
}

func portError(number int, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		owner := port.Owner(number)
		if owner == "" {
			owner = "another program"
		}
		return usererror.New("stop it, or use another port with PORT=8081 make run", "port %d is in use by %s", number, owner)
	case errors.Is(err, syscall.EACCES):
		return usererror.New("use a port above 1023, such as PORT=8080", "no permission to use port %d (%w)", number, err)
	}
	return err
}
