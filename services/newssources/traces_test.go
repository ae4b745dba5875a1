package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// receivedSpan is a span that the receiver got.
type receivedSpan struct {
	service, trace, name string
	hasParent            bool
	attributes           map[string]string
}

// traceReceiver is an OpenTelemetry collector that keeps the spans.
type traceReceiver struct {
	url string

	mu    sync.Mutex
	raw   bytes.Buffer
	spans []receivedSpan
}

func startTraceReceiver(t *testing.T) *traceReceiver {
	t.Helper()
	r := &traceReceiver{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		var message collector.ExportTraceServiceRequest
		if err != nil || request.URL.Path != "/v1/traces" || proto.Unmarshal(body, &message) != nil {
			http.Error(w, "not spans", http.StatusBadRequest)
			return
		}
		r.add(body, &message)
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

func (r *traceReceiver) add(body []byte, message *collector.ExportTraceServiceRequest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.raw.Write(body)
	for _, resource := range message.ResourceSpans {
		service := ""
		for _, attribute := range resource.Resource.Attributes {
			if attribute.Key == "service.name" {
				service = attribute.Value.GetStringValue()
			}
		}
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				attributes := map[string]string{}
				for _, attribute := range span.Attributes {
					attributes[attribute.Key] = attribute.Value.GetStringValue()
				}
				r.spans = append(r.spans,
					receivedSpan{service, hex.EncodeToString(span.TraceId), span.Name, len(span.ParentSpanId) > 0, attributes})
			}
		}
	}
}

// find returns the first span that matches.
func (r *traceReceiver) find(matches func(receivedSpan) bool) *receivedSpan {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, span := range r.spans {
		if matches(span) {
			return &span
		}
	}
	return nil
}

// expectSpan waits for a span.
func (r *traceReceiver) expectSpan(t *testing.T, what string, matches func(receivedSpan) bool) receivedSpan {
	t.Helper()
	var found *receivedSpan
	waitUntil(t, "no span: "+what, func() bool {
		found = r.find(matches)
		return found != nil
	})
	return *found
}

// TestTracesAreSent checks the spans of requests, queries, checks, jobs and fetches, that a problem
// has the id of its trace, and that spans hold no secrets.
func TestTracesAreSent(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	receiver := startTraceReceiver(t)
	sites := startSites(t, simulator.Options{})
	addOrdinarySites(t, database, sites, 2)
	settings := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": receiver.url, "OTEL_BSP_SCHEDULE_DELAY": "100"}
	api := startService(t, database, settings)
	startWorker(t, database, sites, settings)
	api.signIn()

	missing := api.get("/newssources/01a204a0-0000-7000-8000-000000000000?password=in-the-query")
	var problem struct {
		RequestID string `json:"request_id"`
	}
	must(t, json.Unmarshal(missing.body, &problem))
	request := receiver.expectSpan(t, "of the request",
		func(s receivedSpan) bool { return s.trace == problem.RequestID && !s.hasParent })
	if missing.status == http.StatusOK || request.name != "GET /newssources/:id" || request.service != "newssources-api" ||
		request.attributes["http.route"] != "/newssources/:id" {
		t.Errorf("status %d, span %+v", missing.status, request)
	}
	list := api.get("/newssources").header.Get("X-Request-Id")
	query := receiver.expectSpan(t, "of a query",
		func(s receivedSpan) bool { return s.trace == list && s.attributes["db.query.text"] != "" })
	if !query.hasParent || query.attributes["db.system.name"] != "postgresql" {
		t.Errorf("the query is %+v", query)
	}
	for _, caller := range []struct{ header, value, trace string }{
		{"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "0af7651916cd43dd8448eb211c80319c"},
		{"X-Request-Id", "4bf92f3577b34da6a3ce929d0e0e4736", "4bf92f3577b34da6a3ce929d0e0e4736"},
	} {
		got := api.call(t.Context(), http.MethodGet, "/newssources/session", "", caller.header, caller.value)
		if id := got.header.Get("X-Request-Id"); id != caller.trace {
			t.Errorf("%s: the request id is %s", caller.header, id)
		}
		receiver.expectSpan(t, "with the id of "+caller.header, func(s receivedSpan) bool { return s.trace == caller.trace })
	}
	check := receiver.expectSpan(t, "of a check",
		func(s receivedSpan) bool { return s.name == "check" && s.service == "newssources-worker" })
	fetch := receiver.expectSpan(t, "of its fetch",
		func(s receivedSpan) bool { return s.name == "fetch" && s.trace == check.trace })
	if check.attributes["newssources.outcome"] != "ok" || fetch.attributes["newssources.outcome"] != "ok" ||
		!strings.HasSuffix(fetch.attributes["server.address"], ".test") || !fetch.hasParent {
		t.Errorf("check %+v, fetch %+v", check, fetch)
	}
	api.createSource("traced")
	visit := receiver.expectSpan(t, "of a fetch in a job", func(s receivedSpan) bool {
		return s.name == "fetch" && s.attributes["server.address"] == "traced.example" && s.service == "newssources-api"
	})
	job := receiver.expectSpan(t, "of the job",
		func(s receivedSpan) bool { return s.trace == visit.trace && !s.hasParent })
	if job.name != "job visits" || job.attributes["newssources.queue"] != "visits" ||
		job.attributes["newssources.outcome"] != "ok" {
		t.Errorf("the job of the fetch is %+v", job)
	}
	receiver.expectSpan(t, "of a query in the job",
		func(s receivedSpan) bool { return s.trace == visit.trace && s.attributes["db.query.text"] != "" })

	receiver.mu.Lock()
	defer receiver.mu.Unlock()
	for _, secret := range []string{api.token, api.xsrf, testXSRF, "in-the-query", "/feed/0.xml", "@example.org"} {
		if bytes.Contains(receiver.raw.Bytes(), []byte(secret)) {
			t.Errorf("the spans contain %q", secret)
		}
	}
}
