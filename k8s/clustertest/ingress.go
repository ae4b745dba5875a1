package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

// findIngress uses INGRESS_URL, or the NodePort of the only Service on port 80, which belongs to
// the ingress controller.
func findIngress(ctx context.Context, t *test) error {
	if t.web.base = strings.TrimSuffix(os.Getenv("INGRESS_URL"), "/"); t.web.base == "" {
		node, err := kubectl(ctx, "get", "nodes",
			`--output=jsonpath={.items[0].status.addresses[?(@.type=="InternalIP")].address}`)
		if err != nil {
			return err
		}
		ports, err := kubectl(ctx, "get", "services", "--all-namespaces",
			`--output=jsonpath={.items[?(@.spec.type!="ClusterIP")].spec.ports[?(@.port==80)].nodePort}`)
		if err != nil {
			return err
		}
		if len(strings.Fields(ports)) != 1 {
			return fmt.Errorf("found the node ports %q of ingress controllers: set INGRESS_URL to the address of the ingress",
				ports)
		}
		t.web.base = "http://" + node + ":" + ports
	}
	return eventually(ctx, 30*time.Second, func(ctx context.Context) error {
		answer, err := t.web.get(ctx, "/")
		if err == nil && answer.status != 200 {
			err = fmt.Errorf("%s/ answers %d", t.web.base, answer.status)
		}
		return err
	})
}

// checkRoutes checks that the ingress routes to the app and the API, and does not expose metrics
// and probes.
func checkRoutes(ctx context.Context, t *test) error {
	const html, problem, anything = "text/html", "application/problem+json", "*/*"
	navigation := []option{accept("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
		header("Sec-Fetch-Mode", "navigate")}
	var failures []error
	for _, check := range []struct {
		path    string
		options []option
		status  int
		kind    string
		headers map[string]string
		without string
	}{
		{path: "/", options: navigation, status: 200, kind: html,
			headers: map[string]string{"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}},
		{path: "/some/where", options: navigation, status: 200, kind: html},
		{path: "/config.json", status: 200, kind: "application/json",
			headers: map[string]string{"Cache-Control": "no-store"}},
		{path: "/assets/none.js", status: 404, kind: html, headers: map[string]string{"Cache-Control": "no-store"}},
		{path: "/newssources", options: navigation, status: 302,
			headers: map[string]string{"Location": "/?next=%2Fnewssources", "Cache-Control": "no-store"}},
		{path: "/newssources/0199?tab=history", options: navigation, status: 302,
			headers: map[string]string{"Cache-Control": "no-store"}},
		{path: "/newssources", options: []option{accept("application/json")}, status: 401, kind: problem,
			headers: map[string]string{"Cache-Control": "no-store"}},
		{path: "/newssources", options: []option{accept(anything)}, status: 401, kind: problem},
		{path: "/newssources/session", options: []option{accept("application/json")}, status: 401, kind: problem},
		// The app serves all paths outside the API.
		{path: "/metrics", options: []option{accept(anything)}, status: 200, kind: html, without: "# HELP"},
		{path: "/healthz", options: []option{accept(anything)}, status: 200, kind: html},
		{path: "/readyz", options: []option{accept(anything)}, status: 200, kind: html},
	} {
		answer, err := t.web.get(ctx, check.path, check.options...)
		switch {
		case err != nil:
			failures = append(failures, err)
			continue
		case answer.status != check.status:
			failures = append(failures,
				fmt.Errorf("%s: status %d, want %d: %.200s", check.path, answer.status, check.status, answer.body))
		case check.kind != "" && answer.contentType() != check.kind:
			failures = append(failures, fmt.Errorf("%s: %s, want %s", check.path, answer.contentType(), check.kind))
		case check.without != "" && strings.Contains(answer.body, check.without):
			failures = append(failures, fmt.Errorf("%s: the body contains %q", check.path, check.without))
		}
		for name, want := range check.headers {
			if got := answer.header.Get(name); got != want {
				failures = append(failures, fmt.Errorf("%s: %s is %q, want %q", check.path, name, got, want))
			}
		}
	}
	for _, path := range []string{"/newssources/metrics", "/newssources/healthz", "/newssources/readyz",
		"/newssources/../metrics"} {
		answer, err := t.web.get(ctx, path, accept("application/json"), t.web.bearer())
		if err != nil || strings.Contains(answer.body, "# HELP") || answer.status == 200 && answer.contentType() != html {
			failures = append(failures, fmt.Errorf("%s: status %d, %.200s (%v)", path, answer.status, answer.body, err))
		}
	}
	return errors.Join(failures...)
}

// checkTokens checks that valid tokens are accepted and others refused. The emulator's tokens are
// unsigned, so only their claims can be invalid here; the service's tests cover signatures.
func checkTokens(ctx context.Context, t *test) error {
	for token, want := range map[string]int{
		t.web.token:                    200,
		unsignedToken("other-project"): 401,
		"eyJhbGciOiJub25lIn0.e30.":     401,
		"nonsense":                     401,
	} {
		answer, err := t.web.get(ctx, "/newssources", accept("application/json"), header("Authorization", "Bearer "+token))
		if err != nil || answer.status != want {
			return fmt.Errorf("with the token %s: status %d, want %d: %s (%v)", token, answer.status, want, answer.body, err)
		}
	}
	return nil
}

// unsignedToken returns a token that is valid except for its audience.
func unsignedToken(audience string) string {
	now := time.Now().Unix()
	claims := fmt.Sprintf(`{"iss":"https://securetoken.google.com/%s","aud":%q,"sub":"editor","auth_time":%d,"iat":%d,"exp":%d,"email":%q,"email_verified":true}`,
		audience, audience, now, now, now+3600, userEmail)
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + encode([]byte(claims)) + "."
}

// createSource checks that creating a source requires the anti-forgery token, and creates one.
func createSource(ctx context.Context, t *test) error {
	body := `{"name":"El Ejemplo","homepage_url":"https://elejemplo.example/","country":"ES","languages":["es"],"tags":["politics"]}`
	rejected, err := t.web.send(ctx, http.MethodPost, "/newssources", body, accept("application/json"), t.web.bearer())
	if err != nil || rejected.status != 403 {
		return fmt.Errorf("without the anti-forgery token: status %d, want 403: %s (%v)", rejected.status, rejected.body, err)
	}
	return t.addSource(ctx, body)
}

// addSource creates a source and records it for checkSources.
func (t *test) addSource(ctx context.Context, body string) error {
	created, err := t.web.send(ctx, http.MethodPost, "/newssources", body, t.web.signedWrite()...)
	if err != nil || created.status != 201 {
		return fmt.Errorf("status %d, want 201: %s (%v)", created.status, created.body, err)
	}
	var source struct{ ID string }
	if err := json.Unmarshal([]byte(created.body), &source); err != nil || source.ID == "" {
		return fmt.Errorf("the response has no id: %s (%v)", created.body, err)
	}
	t.sources = append(t.sources, source.ID)
	return t.checkSources(ctx)
}

// checkSources checks that all created sources still exist.
func (t *test) checkSources(ctx context.Context) error {
	for _, id := range t.sources {
		found, err := t.web.get(ctx, "/newssources/"+id, accept("application/json"), t.web.bearer())
		if err != nil || found.status != 200 || !strings.Contains(found.body, id) {
			return fmt.Errorf("the source %s: status %d: %s (%v)", id, found.status, found.body, err)
		}
	}
	return nil
}
