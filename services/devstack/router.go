package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"

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

// forward returns a reverse proxy that behaves as an ingress does, including WebSockets of the development server.
func forward(name string, to *url.URL) http.Handler {
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil { // the client has not disconnected
				progress("%-8s | %s %s: %v", name, r.Method, r.URL.Path, err)
			}
			http.Error(w, "The "+name+" does not answer.", http.StatusBadGateway)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Without full duplex, the server closes the request body when the response begins. A proxy that has not read
		// the body to its end would then truncate the response.
		_ = http.NewResponseController(w).EnableFullDuplex()
		proxy.ServeHTTP(w, r)
	})
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
