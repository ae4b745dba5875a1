// Package api has the types of openapi.yaml and the interface of its routes, both generated.
package api

//go:generate go tool oapi-codegen -config oapi.yaml ../../../openapi.yaml
