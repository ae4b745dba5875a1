// Command sites simulates news sites for clustertest: a DNS server that gives every name below
// .test a public address, an egress proxy (CONNECT) whose tunnels lead to the sites, the sites
// themselves, and a log of all requests for feeds.
//
// The tested release uses it like a real egress proxy (fetch.proxy), with the guard of production:
// the service resolves a name to a public address and requests a tunnel to it from the proxy. The
// proxy sends no request out of its pod.
package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// headerTimeout limits how long a client may take to send the header of a request.
const headerTimeout = 10 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		slog.Error("sites", "error", err)
		os.Exit(1)
	}
}

// run serves DNS at :5353, the proxy at :3128 and the control address at :8080 until ctx ends.
func run(ctx context.Context) error {
	names, err := net.ListenPacket("udp", ":5353")
	if err != nil {
		return err
	}
	go serveNames(names)
	sites := newSites()
	tunnels := newTunnelListener(sites.isOffline)
	proxy := &http.Server{Addr: ":3128", Handler: tunnels, ReadHeaderTimeout: headerTimeout}
	control := &http.Server{Addr: ":8080", Handler: sites.control(), ReadHeaderTimeout: headerTimeout}
	site := &http.Server{Handler: sites, ReadHeaderTimeout: headerTimeout}
	failed := make(chan error, 3)
	go func() { failed <- proxy.ListenAndServe() }()
	go func() { failed <- control.ListenAndServe() }()
	go func() { failed <- site.Serve(tunnels) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	return errors.Join(err, names.Close(), proxy.Close(), control.Close(), site.Close())
}
