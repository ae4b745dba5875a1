package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	unavailableLimit = 2 * time.Second  // of a response during an outage of the database
	recoveryLimit    = 10 * time.Second // after the database is ready again
)

// restarts returns how often containers of the API and the workers were restarted.
func restarts(ctx context.Context) (string, error) {
	return kubectl(ctx, "get", "pods", "--selector=app.kubernetes.io/component in (api,worker)",
		"--output=jsonpath={.items[*].status.containerStatuses[0].restartCount}")
}

// outage is what a client of one API pod and a client of the ingress observe while the database is
// unavailable.
type outage struct {
	slowest          time.Duration // slowest response of the API pod
	problems         int           // responses 503 with a problem
	unexpected       error
	apiRecovered     time.Time
	ingressRecovered time.Time
}

// observe sends requests until the API pod and the ingress have answered 503 and then 200.
func (o *outage) observe(ctx context.Context, pod, ingress *browser) error {
	return eventually(ctx, 3*time.Minute, func(ctx context.Context) error {
		start := time.Now()
		answer, err := pod.get(ctx, "/newssources?limit=20", accept("application/json"), pod.bearer())
		o.slowest = max(o.slowest, time.Since(start))
		switch {
		case err != nil:
			o.unexpected = err
		case answer.status == 503 && answer.contentType() == "application/problem+json":
			o.problems++
			o.apiRecovered = time.Time{}
		case answer.status == 200 && o.apiRecovered.IsZero():
			o.apiRecovered = time.Now()
		case answer.status != 200:
			o.unexpected = fmt.Errorf("status %d: %.100s", answer.status, answer.body)
		}
		answer, err = ingress.get(ctx, "/newssources?limit=20", accept("application/json"), ingress.bearer())
		switch {
		case err != nil || answer.status != 200:
			o.ingressRecovered = time.Time{}
		case o.ingressRecovered.IsZero():
			o.ingressRecovered = time.Now()
		}
		if o.problems == 0 || o.apiRecovered.IsZero() || o.ingressRecovered.IsZero() {
			return errors.New("the outage has not ended")
		}
		return nil
	})
}

// killDatabase deletes the pod of the database without a grace period. Its replacement has another
// address.
func killDatabase(ctx context.Context, t *test) error {
	before, err := restarts(ctx)
	if err != nil {
		return err
	}
	apiAddress, err := forward(ctx, "service/"+release+"-newssources-api", "http")
	if err != nil {
		return err
	}
	pod := release + "-newssources-postgresql-0"
	ready := make(chan time.Time, 1)
	start := time.Now()
	if _, err := kubectl(ctx, "delete", "pod", pod, "--grace-period=0", "--force"); err != nil {
		return err
	}
	go func() {
		defer close(ready)
		if _, err := kubectl(ctx, "wait", "pod", pod, "--for=create", "--timeout=1m"); err != nil {
			return
		}
		if _, err := kubectl(ctx, "wait", "pod", pod, "--for=condition=Ready", "--timeout=2m"); err == nil {
			ready <- time.Now()
		}
	}()
	var observed outage
	if err := observed.observe(ctx, t.web.withBase(apiAddress), t.web); err != nil {
		return fmt.Errorf("%w; %w", err, observed.unexpected)
	}
	readyAt, ok := <-ready
	if !ok {
		return errors.New("the database did not become ready")
	}
	if observed.unexpected != nil {
		return observed.unexpected
	}
	t.addRow("database killed and moved: slowest response of the API", observed.slowest.Seconds(), "s",
		unavailableLimit.Seconds(),
		fmt.Sprintf("%d responses 503 with a problem", observed.problems))
	t.addRow("database killed and moved: users can work again after it is ready",
		max(0, observed.ingressRecovered.Sub(readyAt).Seconds()), "s", recoveryLimit.Seconds(),
		fmt.Sprintf("database ready after %.1f s, API after %.1f s, ingress after %.1f s", readyAt.Sub(start).Seconds(),
			observed.apiRecovered.Sub(start).Seconds(), observed.ingressRecovered.Sub(start).Seconds()))
	after, err := restarts(ctx)
	if err != nil {
		return err
	}
	restarted := 0.0
	if after != before {
		restarted = 1
	}
	t.addRow("database killed and moved: containers restarted", restarted, "restarts", 0, "")
	return eventually(ctx, time.Minute, t.checkSources)
}
