package main

import "github.com/newsources/newsources/services/devstack/simulator"

const (
	// simulatorAddr keeps the simulated sites' addresses the same over restarts, since the register remembers them.
	simulatorAddr = "127.0.0.1:8090"
	// exampleSite is the one to try first.
	exampleSite = "elejemplo.test"
)

// simulate starts the simulated internet, on any port when the usual one is taken or the stack itself is on any.
func (s *stack) simulate() (*simulator.Simulator, error) {
	addr := simulatorAddr
	if s.port == 0 {
		addr = ""
	}
	internet, err := simulator.Start(simulator.Options{Addr: addr})
	if err != nil && addr != "" {
		internet, err = simulator.Start(simulator.Options{})
	}
	if err != nil {
		return nil, err
	}
	s.info.Simulator = simulated{DNS: internet.DNS, Example: internet.URL(exampleSite, "/"), Sites: internet.Names()}
	return internet, nil
}
