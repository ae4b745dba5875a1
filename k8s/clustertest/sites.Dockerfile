# For tests only: the simulated news sites of clustertest. test-cluster.sh builds the program into the build context.
FROM gcr.io/distroless/static-debian12:nonroot
COPY sites /sites
USER 65532:65532
EXPOSE 3128 5353/udp 8080
ENTRYPOINT ["/sites"]
