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
	"github.com/newsources/newsources/services/devstack/internal/say"
)

// apiPrefix is matched as Kubernetes matches a path of type Prefix: by whole elements.
const apiPrefix = "/newssources"

// router sends requests where the ingress does. Until everything is up it says so.
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

// forward passes requests on as an ingress does, websockets of the development server included.
func forward(name string, to *url.URL) http.Handler {
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil { // the person is still there to read it
				progress("%-8s | %s %s: %v", name, r.Method, r.URL.Path, err)
			}
			http.Error(w, "The "+name+" doesn't answer.", http.StatusBadGateway)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Else the server closes a request's body when its answer begins, and the proxy, which may not have seen the end of
		// that body yet, cuts the answer off.
		_ = http.NewResponseController(w).EnableFullDuplex()
		proxy.ServeHTTP(w, r)
	})
}

// listen takes the port on both loopback addresses, because localhost may mean either.
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
	} // else this machine has no IPv6
	return listeners, fmt.Sprintf("http://localhost:%d", number), nil
}

func portError(number int, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		who := port.Owner(number)
		if who == "" {
			who = "another program"
		}
		return say.Errorf("stop it, or choose another with PORT=8081 make run", "port %d is taken by %s", number, who)
	case errors.Is(err, syscall.EACCES):
		return say.Errorf("choose one above 1023 with PORT=8080", "port %d may not be used (%w)", number, err)
	}
	return err
}
