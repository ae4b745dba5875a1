package main

import (
	"context"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/net/dns/dnsmessage"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// nameServer forwards questions to the DNS server of the simulator. It fails for all names, or for
// all but one.
type nameServer struct {
	addr   string
	fails  atomic.Bool
	except string
}

func newNameServer(t *testing.T, sites *simulator.Simulator) *nameServer {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	n := &nameServer{addr: conn.LocalAddr().String()}
	go func() {
		packet := make([]byte, 1500)
		for {
			size, from, err := conn.ReadFrom(packet)
			if err != nil {
				return
			}
			question := append([]byte(nil), packet[:size]...)
			go func() {
				if answer := n.answer(question, sites.DNS); answer != nil {
					_, _ = conn.WriteTo(answer, from)
				}
			}()
		}
	}()
	return n
}

func (n *nameServer) answer(question []byte, upstream string) []byte {
	var message dnsmessage.Message
	if message.Unpack(question) != nil || len(message.Questions) != 1 {
		return nil
	}
	if n.fails.Load() && (n.except == "" || !strings.HasPrefix(message.Questions[0].Name.String(), n.except)) {
		message.Header.Response, message.Header.RCode, message.Additionals = true, dnsmessage.RCodeServerFailure, nil
		packed, _ := message.Pack()
		return packed
	}
	conn, err := net.Dial("udp", upstream)
	if err != nil {
		return nil
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	packet := make([]byte, 1500)
	if _, err = conn.Write(question); err != nil {
		return nil
	}
	size, err := conn.Read(packet)
	if err != nil {
		return nil
	}
	return packet[:size]
}

// workedSites are sites that have been checked successfully by workers.
type workedSites struct {
	*testing.T
	sites    *simulator.Simulator
	database string
	count    int
}

const canaryHost = "elejemplo.test"

func newWorkedSites(t *testing.T, count int) *workedSites {
	t.Helper()
	s := &workedSites{t, startSites(t, simulator.Options{NoKeepAlive: true}), testdb.URL(t), count}
	addOrdinarySites(t, s.database, s.sites, count)
	return s
}

// startWorker starts a worker whose DNS server can fail. Its canary is another site.
func (s *workedSites) startWorker(name *nameServer) *worker {
	s.Helper()
	return startWorker(s.T, s.database, s.sites, map[string]string{
		"FETCH_LAB": name.addr, "CHECK_CANARIES": s.sites.URL(canaryHost, "/"), "CHECK_CONCURRENCY": "10",
	})
}

// waitUntilChecked waits until all sites have been checked and the canary has answered.
func (s *workedSites) waitUntilChecked() {
	s.Helper()
	waitUntil(s.T, "not all sites are checked", func() bool {
		return countRows(s.T, s.database, "endpoint_states WHERE health = 'ok' AND failures = 0") == s.count &&
			countRows(s.T, s.database, "check_canaries") == 1
	})
}

// makeDue makes the sites due that are not being checked.
func (s *workedSites) makeDue() {
	s.Helper()
	conn, err := pgx.Connect(s.Context(), s.database)
	must(s.T, err)
	defer conn.Close(context.Background())
	for _, statement := range []string{
		"UPDATE endpoint_states SET next_check_at = now() WHERE next_check_at > now()",
		"UPDATE check_hosts SET ready_at = now(), free_at = now() WHERE lease IS NULL",
	} {
		_, err = conn.Exec(s.Context(), statement)
		must(s.T, err)
	}
}

// waitUntilCheckedAgain waits until each site has another recorded check.
func (s *workedSites) waitUntilCheckedAgain() {
	s.Helper()
	execute(s.T, s.database, "UPDATE endpoint_states SET checks = 0", int64(s.count))
	waitUntil(s.T, "the checks do not continue", func() bool {
		s.makeDue()
		return countRows(s.T, s.database, "endpoint_states WHERE checks > 0") == s.count
	})
}

func (s *workedSites) expectNoFailures() {
	s.Helper()
	if n := countRows(s.T, s.database, "endpoint_states WHERE health <> 'ok' OR failures <> 0 OR failed_checks <> 0 OR "+
		"failing_since IS NOT NULL"); n != 0 {
		s.Errorf("%d states have changed", n)
	}
	if n := countRows(s.T, s.database, "attempts WHERE cause <> ''"); n != 0 {
		s.Errorf("%d failed attempts are recorded", n)
	}
}

// TestOutageOfTheNetworkChangesNoState takes DNS away from the only worker: an incident opens, also
// if the worker is restarted meanwhile, and nothing is recorded. Afterwards, the checks continue.
func TestOutageOfTheNetworkChangesNoState(t *testing.T) {
	t.Parallel()
	s := newWorkedSites(t, 30)
	names := newNameServer(t, s.sites)
	first := s.startWorker(names)
	s.waitUntilChecked()

	names.fails.Store(true)
	s.makeDue()
	first.waitForLog("the network of the checker does not work: incident opened, checks are suspended")
	if n := countRows(t, s.database, "incidents WHERE ended_at IS NULL AND scope = 'service' AND failure = "+
		"'unreachable' AND domains >= 20"); n != 1 {
		t.Errorf("%d incidents", n)
	}
	s.expectNoFailures()
	waitUntil(t, "the metric does not change", func() bool {
		return strings.Contains(string(first.probe("/metrics").body), "newsources_check_offline 1")
	})
	first.signal(stopSignal)
	first.exit()
	second := s.startWorker(names)
	waitUntil(t, "the restarted worker does not notice the incident",
		func() bool { return countRows(t, s.database, "check_workers WHERE offline_since IS NOT NULL") == 1 })
	s.expectNoFailures()

	names.fails.Store(false)
	second.waitForLog("incident closed")
	s.waitUntilCheckedAgain()
	s.expectNoFailures()
	if n := countRows(t, s.database, "incidents"); n != 1 {
		t.Errorf("%d incidents", n)
	}
}

// TestWorkerWithoutNetworkIsSuspended takes DNS away from one of two workers: the other one
// continues.
func TestWorkerWithoutNetworkIsSuspended(t *testing.T) {
	t.Parallel()
	s := newWorkedSites(t, 30)
	broken, healthy := newNameServer(t, s.sites), newNameServer(t, s.sites)
	first := s.startWorker(broken)
	s.startWorker(healthy)
	s.waitUntilChecked()
	waitUntil(t, "the workers do not report", func() bool { return countRows(t, s.database, "check_workers") == 2 })

	broken.fails.Store(true)
	waitUntil(t, "the worker is not suspended", func() bool {
		if countRows(t, s.database, "incidents WHERE ended_at IS NULL AND scope = 'worker' AND worker <> ''") == 1 {
			return true
		}
		s.makeDue()
		return false
	})
	s.expectNoFailures()
	s.waitUntilCheckedAgain() // by the other worker
	s.expectNoFailures()

	broken.fails.Store(false)
	first.waitForLog("incident closed")
	if n := countRows(t, s.database, "incidents WHERE scope = 'service'"); n != 0 {
		t.Errorf("%d incidents of the service", n)
	}
}

// TestManyFailingSitesAreNoIncident lets all sites fail while the canary answers.
func TestManyFailingSitesAreNoIncident(t *testing.T) {
	t.Parallel()
	s := newWorkedSites(t, 25)
	names := newNameServer(t, s.sites)
	names.except = canaryHost
	s.startWorker(names)
	s.waitUntilChecked()
	names.fails.Store(true)
	s.makeDue()
	waitUntil(t, "the failures are not recorded",
		func() bool { return countRows(t, s.database, "attempts WHERE cause = 'dns'") == s.count })
	if n := countRows(t, s.database, "incidents"); n != 0 {
		t.Errorf("%d incidents", n)
	}
}
