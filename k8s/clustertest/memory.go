package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// concurrentUploads is the number of lists that are uploaded to a replica at the same time.
const concurrentUploads = 4

// exhaustMemory lowers the memory limit of one API container and uploads lists to it until the
// kernel kills it, under traffic.
func exhaustMemory(ctx context.Context, t *test) error {
	pods, err := podsOf(ctx, "api")
	if err != nil {
		return err
	}
	pod := pods[0]
	limit, err := kubectl(ctx, "get", "pod", pod, "--output=jsonpath={.spec.containers[0].resources.limits.memory}")
	if err != nil {
		return err
	}
	// The requests that the killed process was answering fail, and an ingress controller without
	// retries answers requests with an error until the Service no longer has the pod as an endpoint.
	err = t.underRetriedTraffic(ctx, "API container killed for memory", func() error {
		if err := killForMemory(ctx, t, pod); err != nil {
			return err
		}
		if err := limitMemory(ctx, pod, limit); err != nil {
			return err
		}
		_, err := kubectl(ctx, "wait", "pod", pod, "--for=condition=Ready", "--timeout=2m")
		return err
	})
	if err != nil {
		return err
	}
	return eventually(ctx, time.Minute, t.checkSources)
}

// killForMemory uploads large lists to the pod and repeatedly lowers its memory limit to the memory
// in use, until it is killed. A limit below the memory in use is refused.
func killForMemory(ctx context.Context, t *test, pod string) error {
	uploads, stop := context.WithCancel(ctx)
	defer stop()
	for range concurrentUploads {
		go uploadLists(uploads, t.web, pod)
	}
	return eventually(ctx, 2*time.Minute, func(ctx context.Context) error {
		reason, err := kubectl(ctx, "get", "pod", pod,
			"--output=jsonpath={.status.containerStatuses[0].lastState.terminated.reason} "+
				"{.status.containerStatuses[0].state.terminated.reason}")
		if err != nil || strings.Contains(reason, "OOMKilled") {
			return err
		}
		if err := limitToUsedMemory(ctx, pod); err != nil {
			return err
		}
		return fmt.Errorf("%s was not killed", pod)
	})
}

// uploadLists uploads lists to the pod until ctx ends. Some are refused with status 429, and all
// fail while the process restarts.
func uploadLists(ctx context.Context, web *browser, pod string) {
	list := largeList()
	for ctx.Err() == nil {
		address, err := forward(ctx, "pod/"+pod, "http")
		for err == nil {
			options := append(web.signedWrite(), header("Content-Type", "application/octet-stream"))
			_, err = web.withBase(address).send(ctx, http.MethodPost, "/newssources/imports?dry_run=true", list, options...)
		}
		// The port-forward ends with the process.
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// limitToUsedMemory sets the limit to the memory that the process has allocated. The resident
// memory also contains pages of the executable, which the kernel does not charge to the container
// if another one loaded them first.
func limitToUsedMemory(ctx context.Context, pod string) error {
	metrics, err := podMetrics(ctx, pod)
	if err != nil {
		return err
	}
	reserved, err := metric(metrics, "go_memstats_sys_bytes")
	if err != nil {
		return err
	}
	released, err := metric(metrics, "go_memstats_heap_released_bytes")
	if err != nil {
		return err
	}
	return limitMemory(ctx, pod, fmt.Sprintf("%dMi", int(reserved-released)>>20))
}

// largeList returns a list that is a little smaller than the largest one that is accepted (10 MiB
// and 50,000 sources).
func largeList() string {
	var list strings.Builder
	list.WriteString(`<opml version="2.0"><body>`)
	title := strings.Repeat("x", 100)
	for number := 0; list.Len() < 9<<20; number++ {
		fmt.Fprintf(&list, `<outline type="rss" text="Outlet %d %s" xmlUrl="https://outlet-%d.example/feed" htmlUrl="https://outlet-%d.example/"/>`, number, title, number, number)
	}
	list.WriteString("</body></opml>")
	return list.String()
}

func limitMemory(ctx context.Context, pod, limit string) error {
	patch := fmt.Sprintf(`{"spec":{"containers":[{"name":"api","resources":{"requests":{"memory":"8Mi"},"limits":{"memory":%q}}}]}}`, limit)
	_, err := kubectl(ctx, "patch", "pod", pod, "--subresource=resize", "--patch", patch)
	return err
}
