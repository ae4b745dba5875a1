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

// exhaustMemory lowers the memory limit of one API container and uploads lists to it until the kernel kills it, under traffic.
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
	// The requests that the killed process was answering are lost, and an ingress controller without retries fails requests until
	// the pod is no endpoint of the Service.
	err = t.underRepeatedTraffic(ctx, "API container killed for memory", func() error {
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

// killForMemory lowers the limit to the memory in use, because a lower one is refused, and uploads large lists to the pod.
func killForMemory(ctx context.Context, t *test, pod string) error {
	metrics, err := podMetrics(ctx, pod)
	if err != nil {
		return err
	}
	used, err := metric(metrics, "process_resident_memory_bytes")
	if err != nil {
		return err
	}
	if err := limitMemory(ctx, pod, fmt.Sprintf("%dMi", int(used)>>20)); err != nil {
		return err
	}
	address, err := forward(ctx, "pod/"+pod, "http")
	if err != nil {
		return err
	}
	uploads, stop := context.WithCancel(ctx)
	defer stop()
	for range concurrentUploads {
		go func() {
			options := append(t.web.signedWrite(), header("Content-Type", "application/octet-stream"))
			for uploads.Err() == nil {
				if _, err := t.web.withBase(address).send(uploads, http.MethodPost, "/newssources/imports?dry_run=true", largeList(), options...); err != nil {
					return
				}
			}
		}()
	}
	return eventually(ctx, 2*time.Minute, func(ctx context.Context) error {
		reason, err := kubectl(ctx, "get", "pod", pod, "--output=jsonpath={.status.containerStatuses[0].lastState.terminated.reason} {.status.containerStatuses[0].state.terminated.reason}")
		if err == nil && !strings.Contains(reason, "OOMKilled") {
			err = fmt.Errorf("%s was not killed", pod)
		}
		return err
	})
}

// largeList returns an OPML list that is a little smaller than the largest one that is accepted (10 MiB).
func largeList() string {
	var list strings.Builder
	list.WriteString(`<opml version="2.0"><body>`)
	for number := 0; list.Len() < 9<<20; number++ {
		fmt.Fprintf(&list, `<outline type="rss" text="Outlet %d" xmlUrl="https://outlet-%d.example/feed" htmlUrl="https://outlet-%d.example/"/>`, number, number, number)
	}
	list.WriteString("</body></opml>")
	return list.String()
}

func limitMemory(ctx context.Context, pod, limit string) error {
	patch := fmt.Sprintf(`{"spec":{"containers":[{"name":"api","resources":{"requests":{"memory":"8Mi"},"limits":{"memory":%q}}}]}}`, limit)
	_, err := kubectl(ctx, "patch", "pod", pod, "--subresource=resize", "--patch", patch)
	return err
}
