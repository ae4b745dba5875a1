package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
)

// serveStateMetrics serves the metrics of kube-state-metrics that the rules use, for a cluster
// without it, and returns its address.
func serveStateMetrics(ctx context.Context) (string, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{ReadHeaderTimeout: time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := writeStateMetrics(r.Context(), w); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		})}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().String(), nil
}

func writeStateMetrics(ctx context.Context, w io.Writer) error {
	text, err := kubectl(ctx, "get", "deployments,pods", "--output=json")
	if err != nil {
		return err
	}
	var list struct{ Items []json.RawMessage }
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return err
	}
	for _, item := range list.Items {
		var object struct{ Kind string }
		if err := json.Unmarshal(item, &object); err != nil {
			return err
		}
		if object.Kind == "Deployment" {
			err = writeDeployment(w, item)
		} else {
			err = writePod(w, item)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func writeDeployment(w io.Writer, item json.RawMessage) error {
	var deployment appsv1.Deployment
	if err := json.Unmarshal(item, &deployment); err != nil {
		return err
	}
	labels := fmt.Sprintf("{namespace=%q,deployment=%q}", namespace, deployment.Name)
	if deployment.Spec.Replicas != nil {
		fmt.Fprintf(w, "kube_deployment_spec_replicas%s %d\n", labels, *deployment.Spec.Replicas)
	}
	fmt.Fprintf(w, "kube_deployment_status_replicas_available%s %d\n", labels, deployment.Status.AvailableReplicas)
	return nil
}

func writePod(w io.Writer, item json.RawMessage) error {
	var pod corev1.Pod
	if err := json.Unmarshal(item, &pod); err != nil {
		return err
	}
	for _, container := range pod.Status.InitContainerStatuses {
		fmt.Fprintf(w, "kube_pod_init_container_status_restarts_total{namespace=%q,pod=%q,container=%q} %d\n", namespace,
			pod.Name, container.Name, container.RestartCount)
	}
	for _, container := range pod.Status.ContainerStatuses {
		fmt.Fprintf(w, "kube_pod_container_status_restarts_total{namespace=%q,pod=%q,container=%q} %d\n", namespace, pod.Name,
			container.Name, container.RestartCount)
	}
	return nil
}
